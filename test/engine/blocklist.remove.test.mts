import type { INodeParameters } from 'n8n-workflow';

import { block, unblock } from './harness/blocklist.mts';
import { expectBadInput } from './harness/expectBadInput.mts';
import { pairs } from './harness/pairs.mts';
import { onlySentElement } from './harness/sentElements.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const byItem = { phones: '={{ $json.phone }}' };
const blocked = () => fixture.sandbox.accountView().blocked.map(({ phone }) => phone);

async function givenBlocked(...phones: string[]) {
	const { error } = await fixture.run(block({ phones }));
	expect(error).toBeUndefined();
}

describe('Blocklist Remove', () => {
	test('0: numbers may be messaged again', async () => {
		await givenBlocked('0501111111', '0502222222', '0503333333');
		const { items, error } = await fixture.run(unblock({ phones: '501111111, 972502222222' }), {});
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					removed: 2,
					notOnList: 0,
					phones: ['0501111111', '0502222222'],
					rejected: [],
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(blocked()).toEqual(['0503333333']);
	});

	test('944: each item tells how many of its numbers were not on the list', async () => {
		await givenBlocked('0501111111', '0502222222');
		const { items, error } = await fixture.run(unblock(byItem), {
			items: [
				{ phone: '0501111111, 0503333333' },
				{ phone: '0504444444' },
				{ phone: '0502222222' },
			],
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json: { removed, notOnList } }) => [removed, notOnList])).toStrictEqual([
			[1, 1],
			[0, 1],
			[1, 0],
		]);
		expect(blocked()).toStrictEqual([]);
	});

	test.each([
		[2, 'The numbers or the reason are missing', /Enter at least one phone number and a reason/],
		[933, 'A phone number or the reason is not valid', /give a reason/],
	])('explains the status %i of an unblocking', async (status, meaning, hint) => {
		const { error } = await fixture.run(unblock({ reason: `#status:${status}` }));
		expect(error?.message).toBe(`${meaning} (status ${status}) [item 0]`);
		expect(error?.description).toMatch(hint);
	});
});

test('sends the reason as it was written', async () => {
	await fixture.run(unblock({ reason: ' ביקש & "אישר" ' }));
	expect(onlySentElement(fixture, 'rmNumBL')).toMatchObject({
		phones: { phone: ['0501111111'] },
		reason: 'ביקש & "אישר"',
	});
});

test.each([
	[{ phones: '={{ [] }}' }, "'Phone Numbers' is empty"],
	[{ phones: '050****111' }, "'Phone Numbers' is not a phone number"],
	[{ reason: '={{ " " }}' }, "'Reason' is empty; say why"],
	[{ reason: '={{ [1] }}' }, "'Reason' is not plain text"],
] as Array<[INodeParameters, string]>)(
	'names bad input of an unblocking: %j',
	async (values, message) => {
		const { error } = await fixture.run(unblock(values));
		expectBadInput(fixture, error, message);
	},
);

test('unblocks the other numbers beside a bad item', async () => {
	await givenBlocked('0501111111', '0503333333');
	const { items } = await fixture.run(unblock(byItem), {
		items: [{ phone: '0501111111' }, { phone: 'x' }, { phone: '0503333333' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
	expect(items[1]?.json.error).toContain("'Phone Numbers' is not a phone number");
	expect(items.map(({ json }) => json.phones)).toStrictEqual([
		['0501111111'],
		undefined,
		['0503333333'],
	]);
	expect(blocked()).toHaveLength(0);
});

test('944 without counts leaves them open', async () => {
	const reply = '{"status":944,"message":"Some were not there"}';
	const { items } = await fixture.runWithReply(reply, unblock());
	expect(items[0]?.json).toEqual({
		phones: ['0501111111'],
		rejected: [],
		notes: ['Some were not there'],
	});
});
