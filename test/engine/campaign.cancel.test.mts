import type { INodeParameters } from 'n8n-workflow';

import { expectBadInput } from './harness/expectBadInput.mts';
import { pairs } from './harness/pairs.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const cancelById = (campaignId: unknown, options: INodeParameters = {}) =>
	({ resource: 'campaign', operation: 'cancelById', campaignId, options }) as INodeParameters;

const cancelByName = (campaignName: unknown, options: INodeParameters = {}) =>
	({ resource: 'campaign', operation: 'cancelByName', campaignName, options }) as INodeParameters;

/** Sends, later when a time is given, and returns the campaign's id. */
async function startCampaign(campaignName: string, timing?: string, phone = '0501234567') {
	const { items, error } = await fixture.run({
		resource: 'sms',
		operation: 'send',
		source: { __rl: true, mode: 'id', value: 'TextMe' },
		phones: phone,
		message: 'Hello',
		options: { campaignName, ...(timing === undefined ? {} : { timing }) },
	});
	expect(error).toBeUndefined();
	return items[0]?.json.shipmentId as string;
}

const LATER = '2030-01-02T10:30:00';
const states = () => fixture.sandbox.messages().map(({ state }) => state);

describe('Campaign Cancel by ID', () => {
	test('keeps a scheduled campaign from going out', async () => {
		const id = await startCampaign('Spring', LATER);
		const { items, error } = await fixture.run(cancelById(` ${id} `));
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					cancelled: true,
					alreadyCancelled: false,
					shipmentId: id,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(states()).toStrictEqual(['cancelled']);
	});

	test('955: one that was cancelled before is done', async () => {
		const id = await startCampaign('Spring', LATER);
		await fixture.run(cancelById(id));
		const { items, error } = await fixture.run(cancelById(Number(id)));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({
			cancelled: true,
			alreadyCancelled: true,
			shipmentId: id,
		});
	});

	test('966: one that went out cannot be cancelled', async () => {
		const { error } = await fixture.run(cancelById(await startCampaign('Spring')));
		expect(error?.message).toBe('The campaign has already gone out (status 966) [item 0]');
		expect(error?.description).toContain('It can no longer be cancelled.');
		expect(error?.context).toMatchObject({ status: 966, outcome: 'rejected', retryable: false });
	});

	test('970: one the gateway did not cancel is still scheduled', async () => {
		const id = await startCampaign('Spring #nocancel', LATER);
		const { error } = await fixture.run(cancelById(id));
		expect(error?.message).toBe('The campaign was not cancelled (status 970) [item 0]');
		expect(error?.description).toMatch(/Contact the support.*still scheduled/);
		expect(states()).toStrictEqual(['scheduled']);
	});

	test('977: an unknown one, or one of another account', async () => {
		const id = await startCampaign('Spring', LATER);
		for (const [campaignId, account] of [
			['999999', fixture.sandbox.account],
			[id, fixture.sandbox.otherUser],
		] as const) {
			const { error } = await fixture.run(cancelById(campaignId), { account });
			expect(error?.message).toBe(
				'The campaign does not exist or belongs to another account (status 977) [item 0]',
			);
			expect(error?.description).toContain('Check its ID or name');
		}
		expect(states()).toStrictEqual(['scheduled']);
	});
});

describe('Campaign Cancel by Name', () => {
	test('every scheduled campaign of the name is cancelled and counted', async () => {
		await startCampaign('Spring 2026', LATER);
		await startCampaign('Spring 2026', LATER, '0527654321');
		await startCampaign('Autumn', LATER);
		const { items, error } = await fixture.run(cancelByName('Spring 2026'));
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					cancelled: true,
					alreadyCancelled: false,
					cancelledCount: 2,
					campaignName: 'Spring 2026',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(states()).toStrictEqual(['cancelled', 'cancelled', 'scheduled']);
	});

	test('955: those that were cancelled before are done', async () => {
		await startCampaign('אביב & "Co"', LATER);
		await fixture.run(cancelByName('אביב & "Co"'));
		const { items, error } = await fixture.run(cancelByName('אביב & "Co"'));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			cancelled: true,
			alreadyCancelled: true,
			cancelledCount: 0,
		});
	});

	test.each([
		[966, 'Spring', undefined, /has already gone out/],
		[970, 'Spring #nocancel', LATER, /was not cancelled/],
		[977, 'Summer', LATER, /does not exist or belongs to another account/],
	] as const)('says what happened by status %i', async (status, name, timing, message) => {
		await startCampaign(status === 977 ? 'Spring' : name, timing);
		const { error } = await fixture.run(cancelByName(name));
		expect(error?.message).toMatch(message);
		expect(error?.context).toMatchObject({ status, outcome: 'rejected', itemIndex: 0 });
		expect(states()).not.toContain('cancelled');
	});
});

test.each<[string, INodeParameters]>([
	["'Shipment ID' is empty", cancelById('={{ "" }}')],
	['\'Shipment ID\' is not an ID ("Spring")', cancelById('Spring')],
	['\'Shipment ID\' is not an ID ("12a")', cancelById('12a')],
	["'Shipment ID' is not plain text", cancelById('={{ {"id": 1} }}')],
	["'Campaign Name' is empty", cancelByName('={{ "" }}')],
	["'Campaign Name' has 51 characters", cancelByName('x'.repeat(51))],
])('names bad input of a cancellation: %s', async (text, parameters) => {
	const { error } = await fixture.run(parameters);
	expectBadInput(fixture, error, text);
});

test('brings out an item that cannot be cancelled beside the others', async () => {
	const ids = [await startCampaign('a', LATER), 'nonsense', '999', await startCampaign('b', LATER)];
	const { items } = await fixture.run(cancelById('={{ $json.id }}'), {
		items: ids.map((id) => ({ id })),
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ pairedItem }) => pairedItem)).toStrictEqual(pairs(4));
	expect(items.map(({ json }) => json.error ?? json.cancelled)).toStrictEqual([
		true,
		expect.stringContaining('[item 1]'),
		expect.stringContaining('(status 977) [item 2]'),
		true,
	]);
	expect(states()).toStrictEqual(['cancelled', 'cancelled']);
});

test.each([
	['no count', '{"status":0,"message":"Campaigns were cancelled"}', undefined],
	['a Hebrew sentence', '{"status":"0","message":"בוטלו 3 קמפיינים"}', 3],
	['two figures', '{"status":0,"message":"3 of 5 campaigns were cancelled"}', undefined],
	['a wrapped reply', '{"cancel":{"status":0,"message":"1 campaign cancelled"}}', 1],
	['a field with the count', '{"status":0,"message":"Done","count":3}', 3],
	['a field that is a text', '<cancel><status>0</status><affected>12</affected></cancel>', 12],
	['a count beside an id', '{"status":0,"campaign_id":77,"cancelled_count":"2"}', 2],
	['a count inside', '{"status":0,"message":"ok","result":{"cancelled":4}}', 4],
	['no text at all', '<cancel><status>0</status></cancel>', undefined],
])('reads a reply by name with %s', async (_, reply, cancelledCount) => {
	const { items, error } = await fixture.runWithReply(reply, cancelByName('Spring 2026'));
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ cancelled: true, alreadyCancelled: false });
	expect(items[0]?.json.cancelledCount).toBe(cancelledCount);
	const text = /"message":"(.*?)"/.exec(reply)?.[1];
	expect(items[0]?.json.notes).toEqual(cancelledCount === undefined && text ? [text] : undefined);
});

test.each([
	['{"status":0,"message":"0 campaigns were cancelled"}'],
	['{"status":0,"message":"Done","count":0}'],
	['<cancel><status>0</status><message>בוטלו 0 קמפיינים</message></cancel>'],
])('takes no campaign by name for no success: %s', async (reply) => {
	const { items } = await fixture.runWithReply(reply, cancelByName('Spring 2026'));
	expect(items[0]?.json).toMatchObject({
		cancelled: false,
		alreadyCancelled: false,
		cancelledCount: 0,
	});
});
