import type { INodeParameters } from 'n8n-workflow';

import { block } from './harness/blocklist.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { onlySentElement } from './harness/sentElements.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const getMany = parametersFor('blocklist', 'getMany', { from: '', to: '', returnAll: true });

async function blockAt(at: string, ...phones: string[]) {
	await fixture.sandbox.setClock(at);
	const { error } = await fixture.run(block({ phones }));
	expect(error).toBeUndefined();
}

const asked = () => {
	const { from, to } = onlySentElement(fixture, 'blacklist') as { from: string; to: string };
	return { from, to };
};

describe('Blocklist Get Many', () => {
	test('masked numbers and when they were blocked, in winter and in summer', async () => {
		await blockAt('2025-01-15T10:00:00+02:00', '0501234567', '031234567');
		await blockAt('2025-07-15T10:00:59+03:00', '0527654321');
		const { items, error } = await fixture.run(getMany());
		expect(error).toBeUndefined();
		expect(items).toEqual(
			[
				{ phone: '052****321', blockedAt: '2025-07-15T10:00:00+03:00' },
				{ phone: '031****67', blockedAt: '2025-01-15T10:00:00+02:00' },
				{ phone: '050****567', blockedAt: '2025-01-15T10:00:00+02:00' },
			].map((json) => ({ json, pairedItem: { item: 0 } })),
		);
	});

	test.each([
		[{ from: '2025-01-15T10:00', to: '2025-01-15T10:00' }, ['050****111']],
		[{ from: '2025-01-15T10:01', to: '2025-07-15T10:00' }, ['050****222']],
		[{ from: '2025-07-01' }, ['050****222']],
		[{ to: '2025-07-01' }, ['050****111']],
		[{ from: '2024-06-01', to: '2027-01-01' }, ['050****222', '050****111']],
		[{ from: '2025-01-15T11:00+03:00', to: '2025-01-15T08:00:00Z' }, ['050****111']],
		[{ from: '15/01/25 10:01', to: '16/01/25 10:00' }, []],
	] as Array<[INodeParameters, string[]]>)(
		'lists what is in the window %j',
		async (window, phones) => {
			await blockAt('2025-01-15T10:00:00+02:00', '0501111111');
			await blockAt('2025-07-15T10:00:00+03:00', '0502222222');
			const { items, error } = await fixture.run(getMany(window));
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.phone)).toStrictEqual(phones);
		},
	);

	test('lists as many blocked numbers as the limit', async () => {
		const phones = Array.from({ length: 60 }, (_, index) => `0501${100_000 + index}`);
		await blockAt('2025-01-15T10:00:00+02:00', ...phones);
		const count = async (values: INodeParameters) =>
			(await fixture.run(getMany(values))).items.length;
		expect(await count({ returnAll: false })).toBe(50);
		expect(await count({ returnAll: false, limit: 2 })).toBe(2);
		expect(await count({ returnAll: true })).toBe(60);
	});

	test('gives no item when nobody is blocked', async () => {
		const { items, error } = await fixture.run(getMany());
		expect(error).toBeUndefined();
		expect(items).toStrictEqual([]);
	});
});

test('fields left as they are ask for everything up to now', async () => {
	await fixture.run({ resource: 'blocklist', operation: 'getMany' });
	const { from, to } = asked();
	expect(from).toBe('01/01/00 00:00');
	const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d\d) (.*)$/.exec(to) ?? [];
	const israel = Date.parse(`20${year}-${month}-${day}T${time}:00+02:00`);
	expect(Math.abs(israel - Date.now())).toBeLessThan(62 * 60_000);
});

test('takes a moment of an expression, as n8n hands it over', async () => {
	await fixture.run(
		getMany({
			from: '={{ DateTime.fromISO("2026-05-01T10:30:00+03:00") }}',
			to: '={{ new Date("2026-05-02T07:30:01Z") }}',
		}),
	);
	// The end is rounded up, so that its minute belongs to the window.
	expect(asked()).toEqual({ from: '01/05/26 10:30', to: '02/05/26 10:31' });
});

test.each<[string, unknown, object[]]>([
	[
		'a date in another form',
		[{ phone: '05*', date: 'yesterday' }],
		[{ phone: '05*', blockedAt: 'yesterday' }],
	],
	['no date', [{ phone: '0501234567' }], [{ phone: '0501234567', blockedAt: undefined }]],
	[
		'a single one',
		{ phone: '050', date: '15/01/25 10:00' },
		[{ phone: '050', blockedAt: '2025-01-15T10:00:00+02:00' }],
	],
	['an empty text', '', []],
	['null', null, []],
])('reads a reply with %s', async (_, transactions, expected) => {
	const reply = JSON.stringify({ status: 0, message: '', transactions });
	const { items, error } = await fixture.runWithReply(reply, getMany());
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toStrictEqual(expected);
});
