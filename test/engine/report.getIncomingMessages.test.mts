import { getIncomingMessages as get } from './harness/reports.mts';
import { onlySentElement, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const reply = (text: string, phone = '0501234567') =>
	fixture.sandbox.handsetReply({ phone, text, dest: '0559000100' });

test('one item for each message', async () => {
	reply('כן, תודה <3 & "שלום"');
	await fixture.sandbox.advanceClock(60_000);
	reply('Second', '0527654321');
	const { items } = await fixture.runWell(get());
	expect(items).toEqual([
		{
			json: expect.objectContaining({
				phone: '0527654321',
				message: 'Second',
				date: '2026-01-15T10:01:00+02:00',
			}) as unknown,
			pairedItem: { item: 0 },
		},
		{
			json: {
				eventId: expect.stringMatching(
					/^incomingMessage\|0501234567\|0559000100\|2026-01-15T10:00\|\w+$/,
				) as unknown,
				phone: '0501234567',
				phoneInternational: '+972501234567',
				to: '0559000100',
				toInternational: '+972559000100',
				message: 'כן, תודה <3 & "שלום"',
				date: '2026-01-15T10:00:00+02:00',
			},
			pairedItem: { item: 0 },
		},
	]);
});

test('asks for a window of any length in one call', async () => {
	reply('Hi');
	const { items } = await fixture.run(get({ from: '2025-06-01', to: '2026-06-01T09:00' }));
	expect(items).toHaveLength(1);
	expect(onlySentElement(fixture, 'incoming')).toEqual({
		user: { username: 'demo' },
		from: '01/06/25 00:00',
		to: '01/06/26 09:00',
	});
});

test('gives out with the first message what the reply says beside them', async () => {
	const record = { phone: '972501234567', message: 'Hi', date: '15/01/26 10:31' };
	const beside = { message: 'Only two', paging: { page: '1', more: 'yes' } };
	const answer = JSON.stringify({ status: 0, ...beside, transactions: [record, record] });
	const { items } = await fixture.runWithReply(answer, get());
	expect(items.map(({ json }) => json.envelope)).toEqual([beside, undefined]);
});
