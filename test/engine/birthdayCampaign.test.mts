import type { INodeParameters } from 'n8n-workflow';

import { expectBadInput } from './harness/expectBadInput.mts';
import { parametersFor } from './harness/parametersFor.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { plainReply } from './harness/withReply.mts';

const fixture = useSandbox();

const getMany = parametersFor('birthdayCampaign', 'getMany', { returnAll: true });
const update = parametersFor('birthdayCampaign', 'update', {
	campaignId: { __rl: true, mode: 'list', value: '5001' },
	message: 'Mazal tov!',
});

const byId = (value: string) => ({ campaignId: { __rl: true, mode: 'id', value } });

const SEEDED = [
	{ id: '5001', message: 'Happy birthday!', source: 'TextMe', time: '10:00' },
	{ id: '5002', message: 'יום הולדת שמח', source: 'TextMe', time: '09:30' },
];

describe('Birthday Campaign', () => {
	test('Get Many gives one item for each record, names untouched', async () => {
		const { items, error } = await fixture.run(getMany());
		expect(error).toBeUndefined();
		expect(items).toEqual(SEEDED.map((json) => ({ json, pairedItem: { item: 0 } })));
	});

	test('Get Many gives nothing where there is none', async () => {
		const { items, error } = await fixture.run(getMany(), {
			account: fixture.sandbox.otherUser,
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(0);
	});

	test('Get Many gives no more than the limit', async () => {
		const { items } = await fixture.run(getMany({ returnAll: false, limit: 1 }));
		expect(items.map(({ json }) => json)).toStrictEqual(SEEDED.slice(0, 1));
	});

	test('Update changes the text and nothing else', async () => {
		const message = 'מזל טוב <b>&"\' 🎂';
		const { items, error } = await fixture.run(update({ message }));
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					updated: true,
					campaignId: '5001',
				},
				pairedItem: { item: 0 },
			},
		]);
		const after = await fixture.run(getMany());
		expect(after.items.map(({ json }) => json)).toStrictEqual([
			{ ...SEEDED[0], message },
			SEEDED[1],
		]);
	});

	test('Update takes 1005 characters', async () => {
		const { error } = await fixture.run(update({ message: 'x'.repeat(1005) }));
		expect(error).toBeUndefined();
	});

	test.each(ENCODINGS)('2: what the gateway finds missing, in %s', async (encoding) => {
		const reply = plainReply(encoding, 2, 'Required field is missing: message');
		const { error } = await fixture.runWithReply(reply, update(), { encoding });
		expect(error?.message).toBe('A required field is missing (status 2) [item 0]');
		expect(error?.description).toContain('The service said: "Required field is missing: message"');
	});

	test('977: a campaign that is not there', async () => {
		const { error } = await fixture.run(update(byId('4711')));
		expect(error?.message).toMatch(/does not exist or belongs to another account \(status 977\)/);
	});

	test('989: what the gateway finds too long', async () => {
		const { error } = await fixture.run(update({ message: 'x #status:989' }));
		expect(error?.message).toBe('The message is too long or empty (status 989) [item 0]');
		expect(error?.description).toContain('Use up to 1005 characters.');
	});
});

test('repeats a read that got no answer, and no change', async () => {
	fixture.sandbox.addFault({ kind: 'resetMidReply' });
	expect((await fixture.run(getMany())).items).toHaveLength(2);
	fixture.sandbox.addFault({ kind: 'resetMidReply', phase: 'after' });
	const { error } = await fixture.run(update());
	expect(error?.context).toMatchObject({ outcome: 'unknown', retryable: false });
	expect(fixture.sandbox.requests({ root: 'edit_birthday_campaign' })).toHaveLength(1);
});

test.each<[string, INodeParameters]>([
	["'Message' is empty", update({ message: '={{ "" }}' })],
	["'Message' has 1006 characters; the service allows 1005", update({ message: 'x'.repeat(1006) })],
	["'Birthday Campaign' is empty", update(byId('={{ "" }}'))],
	["'Birthday Campaign' is not an ID", update(byId('spring'))],
	[
		'\'Limit\' is "0"; use a whole number of at least 1 [item 0]',
		getMany({ returnAll: false, limit: 0 }),
	],
])('names bad input of a birthday campaign: %s', async (text, parameters) => {
	const { error } = await fixture.run(parameters);
	expectBadInput(fixture, error, text);
});

test('puts a bad birthday campaign out beside the others', async () => {
	const { items } = await fixture.run(update({ message: '={{ $json.text }}' }), {
		items: [{ text: 'one' }, { text: '' }, { text: 'three' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.error ?? json.updated)).toStrictEqual([
		true,
		expect.stringContaining("'Message' is empty"),
		true,
	]);
	expect(fixture.sandbox.requests()).toHaveLength(2);
});

// Nobody has seen these replies, so whatever form the list has must come out.
test.each([
	['a list under another name', '{"status":0,"data":{"list":[{"cid":7,"txt":"a"},{"cid":8}]}}'],
	[
		'one in XML',
		'<r><status>0</status><x><y><cid>7</cid><txt>a</txt></y><y><cid>8</cid></y></x></r>',
	],
])('Get Many finds the records of %s', async (_, reply) => {
	const { items } = await fixture.runWithReply(reply, getMany());
	expect(items.map(({ json }) => json)).toStrictEqual([{ cid: '7', txt: 'a' }, { cid: '8' }]);
});
