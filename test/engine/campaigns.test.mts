import { testCalls } from './harness/callRows.mts';
import { parametersFor } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const cancelById = (campaignId: string | number) =>
	parametersFor('campaign', 'cancelById', { campaignId })();
const cancelByName = (campaignName: string) =>
	parametersFor('campaign', 'cancelByName', { campaignName })();
const birthdays = parametersFor('birthdayCampaign', 'getMany', { returnAll: true });
const update = parametersFor('birthdayCampaign', 'update');

const NAME = 'אביב & "Co"';
const byName = (notes?: string, alreadyCancelled = false) => ({
	...{ alreadyCancelled, campaignName: NAME },
	...(notes && { notes: [notes] }),
});
const CAMPAIGN = { id: '5001', message: 'Happy birthday!', source: 'TextMe', time: '10:00' };

testCalls(fixture, {
	'cancels by ID': {
		call: cancelById(' 31518 '),
		sent: { cancel: { campaign_id: '31518' } },
		answer: { message: 'Campaign was cancelled' },
		gives: [{ cancelled: true, alreadyCancelled: false, shipmentId: '31518' }],
	},
	'955: one that was cancelled before is done': {
		call: cancelById(31518),
		answer: { status: 955 },
		gives: [{ cancelled: true, alreadyCancelled: true, shipmentId: '31518' }],
	},
	'cancels every campaign of a name': {
		call: cancelByName(NAME),
		sent: { cancel: { campaign_name: NAME } },
		answer: { message: '2 campaigns were cancelled' },
		gives: [byName('2 campaigns were cancelled')],
	},
	'955 by name': {
		call: cancelByName(NAME),
		answer: { status: 955, message: '7 campaigns' },
		gives: [byName('7 campaigns', true)],
	},
	'by name without a text': { call: cancelByName(NAME), gives: [byName()] },
	'lists birthday campaigns, names untouched': {
		call: birthdays(),
		sent: { get_birthday_campaigns: {} },
		answer: { birthday_campaigns: [CAMPAIGN, { ...CAMPAIGN, id: '5002' }] },
		gives: [CAMPAIGN, { ...CAMPAIGN, id: '5002' }],
	},
	'changes the text of a birthday campaign': {
		call: update({ campaignId: { __rl: true, mode: 'list', value: '5001' }, message: NAME }),
		sent: { edit_birthday_campaign: { campaign_id: '5001', message: NAME } },
		gives: [{ updated: true, campaignId: '5001' }],
	},
});

const NOTHING = "={{ '' }}";

test.each([
	['a cancel', cancelById(NOTHING), 'Nothing was cancelled for this item.'],
	[
		'a change',
		update({ campaignId: { __rl: true, mode: 'id', value: '5001' }, message: NOTHING }),
		'Nothing was changed for this item.',
	],
])('says of a refused item what was not done: %s', async (_, parameters, description) => {
	const { error } = await fixture.run(parameters);
	expect(error?.description).toBe(description);
});

test('says so of several, and counts them', async () => {
	const { error } = await fixture.run(cancelById(NOTHING), { items: [{}, {}] });
	expect(error?.description).toBe('Nothing was cancelled (0 of 2).');
});
