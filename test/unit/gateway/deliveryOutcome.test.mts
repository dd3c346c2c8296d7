import { deliveryOutcome, recipientState, withoutReport } from '../../../gateway/deliveryOutcome';
import { readDeliveryReport } from '../../../gateway/deliveryReport';

const record = (status: string, fields: Record<string, string> = {}) =>
	readDeliveryReport({
		external_id: 'order-1',
		phone: '0501234567',
		shipment_id: '77',
		status,
		date: '15/01/26 10:05',
		...fields,
	});
const recipient = { externalId: 'order-1', phone: '0501234567' };

test.each([
	['no report', [], 'unknown', false, undefined],
	['a final report', [record('102')], 'delivered', true, 102],
	[
		'a later report',
		[record('-1'), record('747', { date: '15/01/26 10:06' })],
		'failed',
		false,
		747,
	],
	[
		'a later report further up',
		[record('747', { date: '15/01/26 10:06' }), record('-1')],
		'failed',
		false,
		747,
	],
	['a date after none', [record('-1', { date: '' }), record('747')], 'failed', false, 747],
	['no date after one', [record('747'), record('-1', { date: '' })], 'failed', false, 747],
	[
		'a final report, whatever comes after it',
		[record('102'), record('-1', { date: '15/01/26 10:09' })],
		'delivered',
		true,
		102,
	],
	['two reports of one minute', [record('-1'), record('747')], 'failed', false, 747],
	[
		'another message of that external ID',
		[record('102', { shipment_id: '76' })],
		'unknown',
		false,
		undefined,
	],
	[
		'another phone of that external ID',
		[record('102', { phone: '0507654321' })],
		'unknown',
		false,
		undefined,
	],
	['another external ID', [record('102', { external_id: 'order-2' })], 'unknown', false, undefined],
	[
		'a phone with its country code',
		[record('102', { phone: '972501234567' })],
		'delivered',
		true,
		102,
	],
	[
		'no phone and campaign, as in XML',
		[record('102', { phone: '', shipment_id: '' })],
		'delivered',
		true,
		102,
	],
] as const)('reads the state of a recipient from %s', (_, reports, state, final, status) => {
	const found = recipientState(recipient, '77', [...reports]);
	expect(found).toMatchObject({ ...recipient, state, final, delivered: state === 'delivered' });
	expect(found.status).toBe(status);
});

test.each([
	['14155550100', '14155550100', 'delivered'],
	['14155550100', '14155550101', 'unknown'],
	['+972501234567', '0501234567', 'delivered'],
	['+972501234567', '0507654321', 'unknown'],
])('matches a message to %s with a report on %s: %s', (phone, reported, state) => {
	const reports = [record('102', { phone: reported })];
	expect(recipientState({ externalId: 'order-1', phone }, '77', reports).state).toBe(state);
});

test('makes nothing up without a report', () => {
	expect(withoutReport({ externalId: 'order-1' })).toStrictEqual({
		externalId: 'order-1',
		delivered: false,
		state: 'unknown',
		final: false,
	});
});

test('knows only the external ID of a lost send', () => {
	expect(recipientState({ externalId: 'order-1' }, undefined, [record('102')])).toEqual({
		externalId: 'order-1',
		phone: '0501234567',
		delivered: true,
		state: 'delivered',
		final: true,
		status: 102,
		meaning: 'Delivered',
		date: '2026-01-15T10:05:00+02:00',
	});
});

const state = (status: string) => recipientState(recipient, '77', [record(status)]);

test.each([
	['delivered', ['102', '0']],
	['partlyDelivered', ['102', '103']],
	['notDelivered', ['15', '103']],
	['timedOut', ['102', '-1']],
] as const)('makes one outcome of many states: %s', (outcome, statuses) => {
	expect(deliveryOutcome(statuses.map(state))).toBe(outcome);
});
