import { readBlocklistEntry } from '../../../gateway/blocklistEntry';
import {
	reportsOfCampaign,
	summarizeCampaign,
	type CampaignRecords,
	type CampaignSummary,
} from '../../../nodes/planning/campaignSummary';
import { readDeliveryReport } from '../../../gateway/deliveryReport';
import { readIncomingMessage } from '../../../gateway/incomingMessage';

const report = (fields: object) =>
	readDeliveryReport({
		external_id: 'a',
		phone: '0501234567',
		shipment_id: '700001',
		status: '102',
		date: '15/01/26 10:00',
		...fields,
	});
const reply = (fields: object) =>
	readIncomingMessage({ phone: '972501234567', message: 'Yes', date: '15/01/26 10:05', ...fields });
const block = (fields: object) =>
	readBlocklistEntry({ phone: '050****567', date: '15/01/26 10:05', ...fields });

const summary = (records: Partial<CampaignRecords>) =>
	summarizeCampaign({ reports: [], incoming: [], blocked: [], ...records });

const at = (minute: number) => `15/01/26 10:${String(minute).padStart(2, '0')}`;

test.each<[what: string, records: Partial<CampaignRecords>, expected: Partial<CampaignSummary>]>([
	[
		'nothing',
		{},
		{
			sent: undefined,
			reported: 0,
			delivered: 0,
			deliveredPercent: undefined,
			charged: 0,
			cost: undefined,
			reasons: [],
			operators: [],
			replies: undefined,
			optOuts: undefined,
			secondsToDelivery: undefined,
			firstReport: undefined,
			lastReport: undefined,
			overTime: [],
		},
	],
	[
		'a message that was sent first and delivered later',
		{ reports: [report({ status: '-1' }), report({ date: at(3) })] },
		{
			reported: 1,
			delivered: 1,
			sentUnconfirmed: 0,
			deliveredPercent: 100,
			reasons: [],
			secondsToDelivery: { median: 180, percentile90: 180 },
			firstReport: '2026-01-15T10:00:00+02:00',
			lastReport: '2026-01-15T10:03:00+02:00',
			overTime: [{ date: '2026-01-15T10:03:00+02:00', delivered: 1 }],
		},
	],
	[
		'each state',
		{
			reports: ['102', '0', '101', '105', '17', '201', '103', '-1', '4711'].map((status, index) =>
				report({ external_id: `${index}`, status, en_message: status === '4711' ? 'Odd' : 'x' }),
			),
		},
		{
			reported: 9,
			delivered: 2,
			failed: 2,
			blocked: 2,
			expired: 1,
			sentUnconfirmed: 1,
			unknown: 1,
			deliveredPercent: 22.2,
			charged: 7,
			reasons: [
				{ reason: 'Not delivered', heReason: undefined, state: 'failed', count: 2 },
				{
					reason: 'Blocked for advertising messages',
					heReason: undefined,
					state: 'blocked',
					count: 1,
				},
				{
					reason: 'Blocked on request of the recipient',
					heReason: undefined,
					state: 'blocked',
					count: 1,
				},
				{
					reason: 'Expired before it could be delivered',
					heReason: undefined,
					state: 'expired',
					count: 1,
				},
				{
					reason: 'Sent, the carrier gave no confirmation',
					heReason: undefined,
					state: 'sentUnconfirmed',
					count: 1,
				},
				{ reason: 'Odd', heReason: undefined, state: 'unknown', count: 1 },
			],
		},
	],
	[
		'operators, the largest first',
		{
			reports: [
				report({ external_id: '1', operator: 'Pelephone', status: '101' }),
				report({ external_id: '2', operator: 'Cellcom' }),
				report({ external_id: '3', operator: 'Cellcom', status: '101' }),
				report({ external_id: '4' }),
			],
		},
		{
			operators: [
				{ operator: 'Cellcom', reported: 2, delivered: 1 },
				{ operator: 'Pelephone', reported: 1, delivered: 0 },
			],
		},
	],
	[
		'prices, where reports have them',
		{ reports: [report({ price: '0.055' }), report({ external_id: 'b', price: '0.11' })] },
		{ cost: 0.165 },
	],
	[
		'durations of each shipment from its first report',
		{
			reports: [
				report({ external_id: '1', shipment_id: '1', status: '-1', date: at(0) }),
				report({ external_id: '1', shipment_id: '1', date: at(2) }),
				report({ external_id: '2', shipment_id: '2', status: '-1', date: at(30) }),
				report({ external_id: '2', shipment_id: '2', date: at(34) }),
			],
		},
		{ secondsToDelivery: { median: 120, percentile90: 240 } },
	],
	[
		'messages that were all delivered in the minute of the first report',
		{ reports: [report({}), report({ external_id: 'b' })] },
		{ delivered: 2, secondsToDelivery: undefined },
	],
	[
		'a date that cannot be read',
		{ reports: [report({ date: 'soon' })] },
		{
			reported: 1,
			delivered: 1,
			secondsToDelivery: undefined,
			overTime: [],
			lastReport: undefined,
		},
	],
	[
		'replies of its people, since it went out',
		{
			reports: [report({})],
			incoming: [
				reply({}),
				reply({ date: at(0) }),
				reply({ date: '15/01/26 09:59' }),
				reply({ phone: '972529999999' }),
			],
		},
		{ replies: 2 },
	],
	[
		'opt-outs of its people, since it went out, each person once',
		{
			reports: [report({}), report({ external_id: 'b', phone: '0527654321' })],
			blocked: [
				block({ phone: '0501234567' }),
				block({ phone: '972501234567', date: at(9) }),
				block({ phone: '0527654321', date: '14/01/26 10:00' }),
				block({ phone: '0529999999' }),
			],
		},
		{ optOuts: 1, optOutsUpTo: undefined },
	],
	[
		'opt-outs with hidden digits: at most as many as look like its people',
		{
			reports: [report({}), report({ external_id: 'b', phone: '0527654321' })],
			blocked: [
				// 40 people, of whom at most one is of the campaign.
				...Array.from({ length: 40 }, () => block({ date: at(9) })),
				block({ phone: '052****321', date: '14/01/26 10:00' }),
				block({ phone: '97252****321' }),
				block({ phone: '054****321' }),
			],
		},
		{ optOuts: undefined, optOutsUpTo: 2 },
	],
	[
		'opt-outs with hidden digits that are of nobody in it',
		{ reports: [report({})], blocked: [block({ phone: '054****321' })] },
		{ optOuts: 0, optOutsUpTo: undefined },
	],
	[
		'messages that have no report yet',
		{ sent: 4, reports: [report({})] },
		{ sent: 4, reported: 1, withoutReport: 3, delivered: 1, deliveredPercent: 25 },
	],
	[
		'more reports than the input has sent',
		{ sent: 1, reports: [report({}), report({ external_id: 'b' })] },
		{ sent: undefined, reported: 2, withoutReport: undefined, deliveredPercent: 100 },
	],
	[
		'a text that was blocked, and its call that was delivered',
		{ sent: 2, reports: [report({ status: '17' }), report({})] },
		{ reported: 2, delivered: 1, blocked: 1, deliveredPercent: 50, charged: 1 },
	],
	[
		'reports without numbers, as in XML',
		{ reports: [report({ phone: '' })], incoming: [reply({})], blocked: [block({})] },
		{ reported: 1, replies: undefined, optOuts: undefined, optOutsUpTo: undefined },
	],
])('summarizes a campaign: %s', (_, records, expected) => {
	expect(summary(records)).toMatchObject(expected);
});

test('summarizes 10,000 reports as counted by hand', () => {
	// Of each hundred 90 are delivered, one in each second minute; 5 fail, 3 are blocked, 2 expire.
	const status = (n: number) =>
		n % 100 < 90 ? '102' : n % 100 < 95 ? '101' : n % 100 < 98 ? '17' : '103';
	const reports = Array.from({ length: 10_000 }, (_, n) =>
		report({
			external_id: `${n}`,
			phone: `05${10_000_000 + n}`,
			status: status(n),
			operator: n % 2 === 0 ? 'Cellcom' : 'Partner',
			date: at(n % 10),
		}),
	);
	const result = summary({
		reports,
		incoming: reports.slice(0, 40).map(({ phone }) => reply({ phone, date: at(30) })),
		blocked: reports.slice(0, 7).map(({ phone }) => block({ phone, date: at(30) })),
	});
	expect(result).toMatchObject({
		reported: 10_000,
		delivered: 9000,
		failed: 500,
		blocked: 300,
		expired: 200,
		deliveredPercent: 90,
		charged: 9700,
		operators: [
			{ operator: 'Cellcom', reported: 5000, delivered: 4500 },
			{ operator: 'Partner', reported: 5000, delivered: 4500 },
		],
		replies: 40,
		optOuts: 7,
		// Each minute from 0 to 9 has 900 of the 9,000.
		secondsToDelivery: { median: 240, percentile90: 480 },
	});
	expect(result.reasons.map(({ count }) => count)).toEqual([500, 300, 200]);
	expect(result.overTime).toHaveLength(24);
	expect(result.overTime[0]).toEqual({ date: '2026-01-15T10:00:00+02:00', delivered: 900 });
	expect(result.overTime.at(-1)).toEqual({ date: '2026-01-15T10:09:00+02:00', delivered: 9000 });
});

test('finds the reports of a campaign by shipment, by a name on the report, and by the name of a run', () => {
	const all = [
		report({}),
		report({ shipment_id: '700002' }),
		report({ shipment_id: '700003', campaign_name: 'Spring sale' }),
		report({ shipment_id: '700004', external_id: 'n8n-3f9a2c-1042-0-17' }),
		report({ shipment_id: '700005', external_id: 'n8n-3f9a2c-1042-01-17' }),
	];
	const found = (...campaigns: string[]) =>
		reportsOfCampaign(all, campaigns).map(({ shipmentId }) => shipmentId);
	expect(found('700001')).toEqual(['700001']);
	expect(found('700001', '700002')).toEqual(['700001', '700002']);
	expect(found('Spring sale')).toEqual(['700003']);
	expect(found('n8n-3f9a2c-1042-0')).toEqual(['700004']);
	expect(found('70000')).toEqual([]);
	expect(found('n8n')).toEqual([]);
});
