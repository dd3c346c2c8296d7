import {
	deliveryOutcome,
	recipientState,
	withoutReport,
} from '../../../gateway/events/deliveryOutcome';
import { readDeliveryReport } from '../../../gateway/events/deliveryReport';

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

const LATER = { date: '15/01/26 10:06' };
const UNDATED = { date: '' };

test.each([
	['no report', [], 'unknown'],
	['a final report', [record('102')], '102 delivered, final'],
	['a later report', [record('-1'), record('747', LATER)], '747 failed'],
	['a later report further up', [record('747', LATER), record('-1')], '747 failed'],
	['a date after none', [record('-1', UNDATED), record('747')], '747 failed'],
	['no date after one', [record('747'), record('-1', UNDATED)], '747 failed'],
	['a final report before others', [record('102'), record('-1', LATER)], '102 delivered, final'],
	['two reports of one minute', [record('-1'), record('747')], '747 failed'],
	['another message of that external ID', [record('102', { shipment_id: '76' })], 'unknown'],
	['another phone of that external ID', [record('102', { phone: '0507654321' })], 'unknown'],
	['another external ID', [record('102', { external_id: 'order-2' })], 'unknown'],
	['a country code', [record('102', { phone: '972501234567' })], '102 delivered, final'],
	['no phone, as in XML', [record('102', { phone: '', shipment_id: '' })], '102 delivered, final'],
])('reads the state of a recipient from %s', (_, reports, expected) => {
	const found = recipientState(recipient, '77', [...reports]);
	const { status, state, final } = found;
	expect(`${status ?? ''} ${state}${final ? ', final' : ''}`.trim()).toBe(expected);
	expect(found).toMatchObject({ ...recipient, delivered: state === 'delivered' });
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
