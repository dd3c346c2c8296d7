import { startSandbox, type Sandbox } from '../sandbox/startSandbox.mts';
import { speak, type Account } from './conversation.mts';

const [DANA, NOA] = ['0501234567', '0527654321'];
const MINUTE = 60_000;

/** A sandbox whose reseller has data for every question. */
export async function ownSandbox(
	charactersPerCredit?: number,
): Promise<{ sandbox: Sandbox; account: Account }> {
	const sandbox = await startSandbox({
		clock: 'real',
		...(charactersPerCredit ? { charactersPerCredit } : {}),
	});
	const { username, token, sender, number } = sandbox.reseller;
	const account = { baseUrl: sandbox.baseUrl, username, token };
	const ask = async (root: string, fields: object) =>
		await speak(account, root, root, fields as never);
	await ask('newCL', {
		cl: [{ name: 'Friends', destinations: { destination: [{ phone: DANA, df1: 'Dana' }] } }],
	});
	for (const [index, phone] of [DANA, NOA].entries()) {
		const destinations = { phone: [{ $: { id: `order-${index}` }, _: phone }] };
		await ask('sms', { source: number, destinations, message: 'Hello' });
		await ask('sms', { source: sender, destinations, message: 'Hello', add_unsubscribe: '2' });
	}
	await sandbox.advanceClock(MINUTE);
	sandbox.handsetReply({ phone: DANA, text: 'Yes, please', dest: number });
	sandbox.optOut({ phone: NOA });
	await sandbox.advanceClock(MINUTE);
	return { sandbox, account };
}
