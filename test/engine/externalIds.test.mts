import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bulk, idOf, SENDS, sendSms } from './harness/calls.mts';
import { detailsOf, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const [A, B, C] = ['0501111111', '0502222222', '0503333333'];

const idsSent = () =>
	fixture.sandbox.messages().map(({ phone, externalId }) => [phone, externalId]);

async function sent(phones: string[], externalIds: unknown) {
	const options = { externalIds } as INodeParameters;
	const result = await fixture.runWell(sendSms({ phones: phones.join('\n') }, options));
	return result;
}

test.each(SENDS)('sends without an ID: %s', async (_, parameters) => {
	const { items } = await fixture.runWell(parameters({ phones: A }, { externalIds: '' }));
	expect(items[0]?.json.phone).toBe(A);
	expect(items[0]?.json).not.toHaveProperty('externalId');
	for (const { externalId } of fixture.sandbox.messages()) expect(externalId).toBeFalsy();
	expect(JSON.stringify(fixture.sandbox.requests().at(-1))).not.toMatch(/1042-0-0-0/);
});

test.each([
	...['a,,c', 'a\n\nc', ['a', null, 'c']].map((ids) => [ids, ['a', '', 'c']]),
	...['a, b, c,', 'a;b;c'].map((ids) => [ids, ['a', 'b', 'c']]),
])('gives each of three numbers its ID, or none: %j', async (ids, expected) => {
	const { items } = await sent([A, B, C], ids);
	expect(idsSent().map(([phone, id]) => [phone, id || ''])).toEqual(
		[A, B, C].map((phone, n) => [phone, expected?.[n]]),
	);
	const recipients = detailsOf(items[0]?.json).recipients as IDataObject[];
	expect(recipients.map(({ phone, externalId = '' }) => [phone, externalId])).toEqual(
		[A, B, C].map((phone, n) => [phone, expected?.[n]]),
	);
});

test('sends no ID for a blank field, and makes one for a field that is not there', async () => {
	const named = (name: string) => bulk({}, { externalIds: `={{ $json.${name} }}` });
	const items = [{ phone: A, text: 'Hi', ref: '' }];
	expect((await fixture.run(named('ref'), { items })).error).toBeUndefined();
	expect(idsSent().map(([, id]) => id || '')).toEqual(['']);
	fixture.sandbox.reset();
	expect((await fixture.run(named('order'), { items })).error).toBeUndefined();
	expect(idsSent().map(([, id]) => id)).toEqual([idOf(0)]);
});

test('names no IDs of an unknown outcome then', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const { error } = await fixture.run(sendSms({}, { externalIds: '' }));
	expect(error?.context).toMatchObject({ outcome: 'unknown', externalIds: [] });
	expect(error?.description).toContain('Check before repeating it.');
});

test.each([
	[[A], 'order;1042,a', 'order;1042,a'],
	[[A], ['order;1042,a'], 'order;1042,a'],
	[[A, B], ['a,1', 'b;2'], 'a,1'],
])('an ID that a look-up would take for two is refused: %j %j', async (phones, ids, id) => {
	const externalIds = Array.isArray(ids) ? `={{ ${JSON.stringify(ids)} }}` : ids;
	for (const [, send] of SENDS) {
		await fixture.expectBadInput(
			send({ phones: phones.join() }, { externalIds }),
			`'External IDs' has "${id}" for one phone number; take the comma`,
		);
	}
});

test('one id for two people is refused', async () => {
	await fixture.expectBadInput(
		sendSms({ phones: [A, B, C].join() }, { externalIds: 'a,b,a' }),
		'\'External IDs\' has "a" for two phone numbers',
	);
});

test('gives a person who is listed twice the first ID', async () => {
	await sent([A, B, A.replace('0', '+972 ')], 'a,b,c');
	expect(idsSent()).toEqual([
		[A, 'a'],
		[B, 'b'],
	]);
});
