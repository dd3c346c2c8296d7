import { parametersFor } from './harness/parametersFor.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const cancelById = (campaignId: string | number) =>
	parametersFor('campaign', 'cancelById', { campaignId })();
const cancelByName = (campaignName: string) =>
	parametersFor('campaign', 'cancelByName', { campaignName })();

/** Sends now, or at `timing`, and returns the campaign's ID. */
async function startCampaign(campaignName: string, timing?: string, phone = '0501234567') {
	const options = { campaignName, ...(timing === undefined ? {} : { timing }) };
	const { items, error } = await fixture.run(sendSms({ phones: phone }, options));
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

test.each([
	['no count', '{"status":0,"message":"Campaigns were cancelled"}', undefined],
	['a wrapped reply', '{"cancel":{"status":0,"message":"1 campaign cancelled"}}', 1],
	['a field that is a text', '<cancel><status>0</status><affected>12</affected></cancel>', 12],
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
