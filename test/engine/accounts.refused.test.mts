import {
	CALL_ITEMS,
	callName,
	OPERATION_CALLS,
	parametersOf,
	type OperationCall,
} from './harness/operationCalls.mts';
import { expectRefusal, REFUSED, REFUSED_OR_RESTRICTED } from './harness/refusedAccounts.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** What an account may call that is entitled to nothing more. */
const UNRESTRICTED = [
	...['sms.send', 'sms.estimate', 'sms.reply', 'sms.sendBulk', 'sms.sendAndWait', 'voice.send'],
	...['account.getBalance', 'custom.call'],
];

const refusalsOf = ({ operation }: OperationCall) =>
	UNRESTRICTED.includes(operation) ? REFUSED : REFUSED_OR_RESTRICTED;

describe.each(ENCODINGS)('an account that the gateway refuses, in %s', (encoding) => {
	test.each(OPERATION_CALLS.map((call) => [callName(call), call] as const))(
		'learns why from %s',
		async (_, call) => {
			for (const [status, account] of refusalsOf(call)) {
				fixture.sandbox.reset();
				const parameters = await parametersOf(call, fixture.sandbox);
				const before = fixture.sandbox.counters().messages;
				const { error } = await fixture.run(parameters, {
					encoding,
					items: CALL_ITEMS,
					webhookWaitingBaseUrl: 'https://n8n.example/webhook-waiting',
					account: account(fixture.sandbox),
				});
				expectRefusal(error, status, '( \\[item 0\\])?');
				expect(fixture.sandbox.counters().messages).toBe(before);
			}
		},
	);
});
