import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeReply } from '../../gateway/wire/decode';
import { judgeStatus } from '../../gateway/replies/status';
import {
	CALL_ITEMS,
	OPERATION_CALLS,
	OPERATIONS,
	parametersOf,
} from './harness/operationCalls.mts';
import { rootsOf } from './harness/rootsOf.mts';
import { detailsOf, useSandbox, type Encoding } from './harness/useSandbox.mts';

const FOLDER = 'test/transcripts';

/** The format of `npm run contract`. */
interface Transcript {
	calls: Array<{
		name: string;
		root: string;
		encoding: Encoding;
		reply: string;
		status?: number;
		/** What an item must have. */
		gives?: object;
	}>;
}

const fixture = useSandbox();

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith('.json')))('%s', (file) => {
	const { calls } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Transcript;

	test.each(calls)('reads the reply of $root in $encoding as it was: $name', (call) => {
		const reply = decodeReply(call.reply, call.root);
		expect(reply.kind === 'reply' ? reply.status : undefined).toBe(call.status);
	});

	/** The operations with this root, except Reply, which has nobody to reply to here. */
	const operationsOf = (root: string) =>
		OPERATION_CALLS.filter(({ operation }) => {
			const found = OPERATIONS.get(operation);
			return found !== undefined && rootsOf(found).includes(root) && operation !== 'sms.reply';
		});

	test.each(calls.filter(({ root }) => operationsOf(root).length > 0))(
		'gives by each operation of $root what the reply says, in $encoding: $name',
		async ({ root, encoding, reply, status, gives }) => {
			const run = { encoding, items: CALL_ITEMS };
			for (const call of operationsOf(root)) {
				fixture.sandbox.reset();
				const parameters = await parametersOf(call, fixture.sandbox);
				const { effect } = OPERATIONS.get(call.operation) ?? { effect: 'send' as const };
				const { items, error } = await fixture.runWithReply(reply, parameters, run);
				const isGood = status !== undefined && !judgeStatus(root, status, effect);
				expect([call.operation, error?.message]).toEqual([
					call.operation,
					isGood ? undefined : (expect.any(String) as string),
				]);
				const outputs = items.map(({ json }) => ({ ...json, ...detailsOf(json) }));
				if (gives) expect(outputs).toContainEqual(expect.objectContaining(gives));
				if (!isGood || call.operation === 'sms.sendBulk') continue;
				const raw = await fixture.runWithReply(reply, withoutSimplify(parameters), run);
				expect(raw.error).toBeUndefined();
				if (recordsIn(reply) > 0) expect(items.length).toBeGreaterThan(0);
			}
		},
	);
});

const withoutSimplify = (parameters: object) => {
	const { options } = parameters as { options: object };
	return { ...parameters, options: { ...options, simplify: false } };
};

/** An upper bound of the records in a reply: one phone number each. */
const recordsIn = (reply: string) => reply.match(/"phone":|<phone>/g)?.length ?? 0;
