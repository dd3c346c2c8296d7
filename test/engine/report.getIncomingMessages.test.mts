import { getIncomingMessages as get } from './harness/reports.mts';
import { onlySentElement } from './harness/sentElements.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const reply = (text: string, phone = '0501234567') =>
	fixture.sandbox.handsetReply({ phone, text, dest: '0559000100' });

describe('Report Get Incoming Messages', () => {
	test('one item for each message', async () => {
		reply('כן, תודה <3 & "שלום"');
		await fixture.sandbox.advanceClock(60_000);
		reply('Second', '0527654321');
		const { items, error } = await fixture.run(get());
		expect(error).toBeUndefined();
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

	test('gives no item when nobody wrote', async () => {
		const { items, error } = await fixture.run(get());
		expect(error).toBeUndefined();
		expect(items).toHaveLength(0);
	});

	test('lists as many incoming messages as the limit, the latest first', async () => {
		for (const text of ['1', '2', '3']) reply(text);
		const { items } = await fixture.run(get({ returnAll: false, limit: 2 }));
		expect(items.map(({ json }) => json.message)).toStrictEqual(['3', '2']);
	});
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

test('asks for texts of the last seven days when both ends are empty', async () => {
	await fixture.sandbox.setClock(Date.now() - 6 * 86_400_000);
	reply('Six days ago');
	await fixture.sandbox.setClock(Date.now());
	reply('Now');
	const { items } = await fixture.run(get({ from: '', to: '' }));
	expect(items.map(({ json }) => json.message)).toStrictEqual(['Now', 'Six days ago']);
});
