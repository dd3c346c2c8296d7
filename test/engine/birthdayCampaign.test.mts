import type { INodeParameters } from 'n8n-workflow';

import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const getMany = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'birthdayCampaign',
	operation: 'getMany',
	options,
});

const update = (values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'birthdayCampaign',
	operation: 'update',
	campaignId: { __rl: true, mode: 'list', value: '5001' },
	message: 'Mazal tov!',
	...values,
	options,
});

const SEEDED = [
	{ id: '5001', message: 'Happy birthday!', source: 'TextMe', time: '10:00' },
	{ id: '5002', message: 'יום הולדת שמח', source: 'TextMe', time: '09:30' },
];

describe.each(ENCODINGS)('Birthday Campaign in %s', (encoding) => {
	test('Get Many gives one item for each record, names untouched', async () => {
		const { items, error } = await fixture.run(getMany(), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual(SEEDED.map((json) => ({ json, pairedItem: { item: 0 } })));
	});

	test('Get Many gives nothing where there is none', async () => {
		const { items, error } = await fixture.run(getMany(), {
			encoding,
			account: fixture.sandbox.otherUser,
		});
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});

	test('Get Many without Simplify gives the reply as it came', async () => {
		const { items } = await fixture.run(getMany({ simplify: false }), { encoding });
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			status: encoding === 'json' ? 0 : '0',
			birthday_campaigns: encoding === 'json' ? SEEDED : { birthday_campaign: SEEDED },
		});
	});

	test('Update changes the text and nothing else', async () => {
		const message = 'מזל טוב <b>&"\' 🎂';
		const { items, error } = await fixture.run(update({ message }), { encoding });
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					updated: true,
					campaignId: '5001',
					message: 'birthday campaign successfully updated',
				},
				pairedItem: { item: 0 },
			},
		]);
		const after = await fixture.run(getMany(), { encoding });
		expect(after.items.map(({ json }) => json)).toEqual([{ ...SEEDED[0], message }, SEEDED[1]]);
	});

	test('Update takes 1005 characters', async () => {
		const { error } = await fixture.run(update({ message: 'x'.repeat(1005) }), { encoding });
		expect(error).toBeUndefined();
	});

	test('Update without Simplify gives the reply as it came', async () => {
		const { items } = await fixture.run(update({}, { simplify: false }), { encoding });
		expect(items[0]?.json).toEqual({
			status: encoding === 'json' ? 0 : '0',
			message: 'birthday campaign successfully updated',
		});
	});

	test('Update with Validate Only changes nothing', async () => {
		const { items } = await fixture.run(update({}, { validateOnly: true }), { encoding });
		expect(items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		const after = await fixture.run(getMany(), { encoding });
		expect(after.items.map(({ json }) => json)).toEqual(SEEDED);
	});

	test('977: a campaign that is not there', async () => {
		const campaignId = { __rl: true, mode: 'id', value: '4711' };
		const { error } = await fixture.run(update({ campaignId }), { encoding });
		expect(error?.message).toMatch(/does not exist or belongs to another account \(status 977\)/);
	});

	test('989: what the gateway finds too long', async () => {
		const { error } = await fixture.run(update({ message: 'x #status:989' }), { encoding });
		expect(error?.message).toBe('The message is too long or empty (status 989) [item 0]');
		expect(error?.description).toContain('Use up to 1005 characters.');
	});

	test.each([getMany(), update()])(
		'511: an account without the right to %j',
		async (parameters) => {
			const { error } = await fixture.run(parameters, {
				encoding,
				account: fixture.sandbox.restricted,
			});
			expect(error?.message).toMatch(/not entitled to this operation \(status 511\)/);
		},
	);
});

test('a read that got no answer is repeated, a change is not', async () => {
	fixture.sandbox.addFault({ kind: 'resetMidReply' });
	expect((await fixture.run(getMany())).items).toHaveLength(2);
	fixture.sandbox.addFault({ kind: 'resetMidReply', phase: 'after' });
	const { error } = await fixture.run(update());
	expect(error?.context).toMatchObject({ outcome: 'unknown', retryable: false });
	expect(fixture.sandbox.requests({ root: 'edit_birthday_campaign' })).toHaveLength(1);
});

test.each([
	[{ message: '={{ "" }}' }, "'Message' is empty"],
	[{ message: 'x'.repeat(1006) }, "'Message' has 1006 characters; the gateway allows 1005"],
	[{ campaignId: { __rl: true, mode: 'id', value: '={{ "" }}' } }, "'Birthday Campaign' is empty"],
	[
		{ campaignId: { __rl: true, mode: 'id', value: 'spring' } },
		"'Birthday Campaign' is not a campaign ID",
	],
] as Array<[INodeParameters, string]>)('bad input %j is named', async (values, message) => {
	const { error } = await fixture.run(update(values));
	expect(error?.message).toContain(message);
	expect(error?.message).toMatch(/\[item 0\]$/);
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test('one bad item comes out beside the others', async () => {
	const { items } = await fixture.run(update({ message: '={{ $json.text }}' }), {
		items: [{ text: 'one' }, { text: '' }, { text: 'three' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.error ?? json.updated)).toEqual([
		true,
		expect.stringContaining("'Message' is empty"),
		true,
	]);
	expect(fixture.sandbox.requests()).toHaveLength(2);
});
