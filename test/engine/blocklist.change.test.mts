import type { INodeParameters } from 'n8n-workflow';

import { REFUSED_OR_RESTRICTED } from './harness/refusedAccounts.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { withReply } from './harness/withReply.mts';

const fixture = useSandbox();

const blocklist = (operation: string, values: INodeParameters, options: INodeParameters = {}) =>
	({ resource: 'blocklist', operation, ...values, options }) as INodeParameters;
const add = (values: INodeParameters = {}, options?: INodeParameters) =>
	blocklist('add', { phones: '0501111111', ...values }, options);
const remove = (values: INodeParameters = {}, options?: INodeParameters) =>
	blocklist('remove', { phones: '0501111111', reason: 'Asked for it', ...values }, options);

const byItem = { phones: '={{ $json.phone }}' };
const blocked = () => fixture.sandbox.accountView().blocked.map(({ phone }) => phone);

async function given(...phones: string[]) {
	const { error } = await fixture.run(add({ phones: phones.join() }));
	expect(error).toBeUndefined();
}

describe.each(ENCODINGS)('Blocklist Add in %s', (encoding) => {
	test('946: numbers are blocked, and a send to them is refused', async () => {
		const { items, error } = await fixture.run(
			add({ phones: '050-111-1111; +972522222222\n0501111111' }),
			{ encoding },
		);
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					added: 2,
					phones: ['0501111111', '0522222222'],
					rejected: [],
					message: 'number has successfully added to blacklist',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(blocked()).toEqual(['0501111111', '0522222222']);
		const sent = await fixture.run(
			{
				resource: 'sms',
				operation: 'send',
				source: 'TextMe',
				phones: '0501111111',
				message: 'Hello',
			},
			{ encoding },
		);
		expect(sent.error?.context).toMatchObject({ status: 8 });
	});

	test('all items in one request, each with its own numbers', async () => {
		const { items } = await fixture.run(add(byItem), {
			encoding,
			items: [{ phone: '0501111111' }, { phone: '0502222222,0501111111' }],
		});
		expect(items.map(({ json: { added, phones } }) => [added, phones])).toEqual([
			[1, ['0501111111']],
			[2, ['0502222222', '0501111111']],
		]);
		expect(fixture.sandbox.requests({ root: 'addNumBL' })).toHaveLength(1);
		expect(blocked()).toEqual(['0501111111', '0502222222']);
	});

	test('Simplify off gives the reply as it came, 946 and all', async () => {
		const { items } = await fixture.run(add({}, { simplify: false }), { encoding });
		expect(Number(items[0]?.json.status)).toBe(946);
		expect(items[0]?.json).not.toHaveProperty('added');
	});

	test('Validate Only blocks nobody', async () => {
		const { items } = await fixture.run(add({}, { validateOnly: true }), { encoding });
		expect(items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		expect(blocked()).toEqual([]);
	});

	test('933: a number the service does not take', async () => {
		const { error } = await fixture.run(
			add({ phones: '+14155550100' }, { includesInternational: true }),
			{ encoding },
		);
		expect(error?.message).toBe('A phone number is not valid (status 933) [item 0]');
		expect(error?.description).toContain('Check the numbers');
		expect(blocked()).toEqual([]);
	});

	test.each(REFUSED_OR_RESTRICTED)('status %i', async (status, account) => {
		for (const parameters of [add(), remove()]) {
			const { error } = await fixture.run(parameters, {
				encoding,
				account: account(fixture.sandbox),
			});
			expect(error?.context).toMatchObject({ status, outcome: 'rejected', itemIndex: 0 });
		}
	});
});

describe.each(ENCODINGS)('Blocklist Remove in %s', (encoding) => {
	test('0: numbers may be messaged again', async () => {
		await given('0501111111', '0502222222', '0503333333');
		const { items, error } = await fixture.run(remove({ phones: '501111111, 972502222222' }), {
			encoding,
		});
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					removed: 2,
					notOnList: 0,
					phones: ['0501111111', '0502222222'],
					rejected: [],
					message: '2 phone numbers Successfully deleted',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(blocked()).toEqual(['0503333333']);
	});

	test('944: each item tells how many of its numbers were not on the list', async () => {
		await given('0501111111', '0502222222');
		const { items, error } = await fixture.run(remove(byItem), {
			encoding,
			items: [
				{ phone: '0501111111, 0503333333' },
				{ phone: '0504444444' },
				{ phone: '0502222222' },
			],
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json: { removed, notOnList } }) => [removed, notOnList])).toEqual([
			[1, 1],
			[0, 1],
			[1, 0],
		]);
		expect(items[0]?.json.message).toBe(
			'1 phone numbers Successfully deleted, 1 Phone numbers not exist in blacklist',
		);
		expect(blocked()).toEqual([]);
	});

	test('Simplify off gives the reply as it came, 944 and all', async () => {
		const { items } = await fixture.run(remove({}, { simplify: false }), { encoding });
		expect(Number(items[0]?.json.status)).toBe(944);
		expect(items[0]?.json).not.toHaveProperty('removed');
	});

	test('Validate Only unblocks nobody', async () => {
		await given('0501111111');
		const { items } = await fixture.run(remove({}, { validateOnly: true }), { encoding });
		expect(items[0]?.json).toMatchObject({ valid: true, validatedOnly: true });
		expect(blocked()).toEqual(['0501111111']);
	});

	test.each([
		[2, 'The numbers or the reason are missing', /Enter at least one phone number and a reason/],
		[933, 'A phone number or the reason is not valid', /give a reason/],
	])('status %i', async (status, meaning, hint) => {
		const { error } = await fixture.run(remove({ reason: `#status:${status}` }), { encoding });
		expect(error?.message).toBe(`${meaning} (status ${status}) [item 0]`);
		expect(error?.description).toMatch(hint);
	});
});

test('the reason arrives as it was written', async () => {
	await fixture.run(remove({ reason: ' ביקש & "אישר" ' }));
	const [request] = fixture.sandbox.requests();
	expect(JSON.parse(request?.body ?? '')).toMatchObject({
		rmNumBL: { phones: { phone: ['0501111111'] }, reason: 'ביקש & "אישר"' },
	});
});

test.each([
	[add({ phones: '={{ "" }}' }), "'Phone Numbers' is empty"],
	[add({ phones: '0501111111, 050****111' }), "'Phone Numbers' is not a phone number"],
	[add({ phones: '+14155550100' }), "'Phone Numbers' is not an Israeli number"],
	[remove({ phones: '={{ [] }}' }), "'Phone Numbers' is empty"],
	[remove({ phones: '050****111' }), "'Phone Numbers' is not a phone number"],
	[remove({ reason: '={{ " " }}' }), "'Reason' is empty; say why"],
	[remove({ reason: '={{ [1] }}' }), "'Reason' is not plain text"],
])('bad input %j is named', async (parameters, message) => {
	const { error } = await fixture.run(parameters);
	expect(error?.message).toContain(message);
	expect(error?.message).toMatch(/\[item 0\]$/);
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test.each([
	['Add', add],
	['Remove', remove],
])('%s: one bad item does not take the others down', async (_, operation) => {
	await given('0501111111', '0503333333');
	const { items } = await fixture.run(operation(byItem), {
		items: [{ phone: '0501111111' }, { phone: 'x' }, { phone: '0503333333' }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	expect(items[1]?.json.error).toContain("'Phone Numbers' is not a phone number");
	expect(items.map(({ json }) => json.phones)).toEqual([['0501111111'], undefined, ['0503333333']]);
});

test('more numbers than one request takes', async () => {
	const items = Array.from({ length: 3 }, (_item, index) => ({
		phone: Array.from({ length: 4_000 }, (_row, row) => `05${index}${1_000_000 + row}`),
	}));
	const { error } = await fixture.run(add(byItem), { items });
	expect(error).toBeUndefined();
	expect(blocked()).toHaveLength(12_000);
	expect(fixture.sandbox.requests({ root: 'addNumBL' })).toHaveLength(2);
});

describe('replies nobody has documented', () => {
	const runWith = (parameters: INodeParameters, reply: object) =>
		withReply(
			() => JSON.stringify(reply),
			(baseUrl) => fixture.run(parameters, { credentials: { ...fixture.credentials(), baseUrl } }),
		);

	test('rows of an addition that were refused', async () => {
		const { items } = await runWith(add({ phones: '0501111111, 0502222222' }), {
			status: 946,
			message: 'ok',
			errors: ['972502222222 is blocked already'],
		});
		expect(items[0]?.json).toEqual({
			added: 1,
			phones: ['0501111111'],
			rejected: [{ phone: '0502222222', reason: '972502222222 is blocked already' }],
			message: 'ok',
		});
	});

	test('944 without counts leaves them open', async () => {
		const { items } = await runWith(remove(), { status: 944, message: 'Some were not there' });
		expect(items[0]?.json).toEqual({
			phones: ['0501111111'],
			rejected: [],
			message: 'Some were not there',
		});
	});

	test('an addition that is answered with 0 counts as done', async () => {
		const { items, error } = await runWith(add(), { status: 0, message: '' });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ added: 1 });
	});
});
