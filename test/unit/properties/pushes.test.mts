import { readPush } from '../../../nodes/events/pushEvent';
import { readPushBody } from '../../../gateway/events/pushBody';
import { expectUnpolluted, fc, UNSAFE } from '../../fuzz.mts';

const readText = (text: string) => readPushBody(Buffer.from(text));

const EVENTS = ['deliveryReport', 'incomingMessage', 'blocklistAddition', 'unknown'];

const name = fc.oneof(
	fc.constantFrom(
		...['external_id', 'status', 'date', 'phone', 'dest', 'message', 'operaor'],
		...['shipment_id'],
	),
	fc.constantFrom(...UNSAFE, 'toString', ''),
	fc.string({ unit: 'binary', maxLength: 5 }),
);
const value = fc.oneof(
	fc.constantFrom('102', '01/05/26 10:30:11', '972501234567', '99/99/99 99:99', '1e999'),
	fc.string({ unit: 'binary', maxLength: 20 }),
);

test('any form is read as one of the events', () => {
	const form = fc.dictionary(name, fc.oneof(value, fc.array(value), fc.anything()), {
		noNullPrototype: false,
	});
	fc.assert(
		fc.property(form, (fields) => {
			const event = readPush(fields);
			expect(EVENTS).toContain(event.event);
			expect(typeof event.eventId).toBe('string');
			expect(readPush(fields).eventId).toBe(event.eventId);
			expectUnpolluted();
		}),
	);
});

test('any body is read as a form', () => {
	const body = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.json(),
		fc.array(fc.tuple(name, value)).map((fields) => new URLSearchParams(fields).toString()),
		fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('utf8')),
	);
	fc.assert(
		fc.property(body, (text) => {
			const form = readText(text);
			expect(Object.getPrototypeOf(form)).toBe(Object.prototype);
			expect(EVENTS).toContain(readPush(form).event);
			expectUnpolluted();
		}),
	);
});

test('gives out every field of a form once with all its values', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.string())), (fields) => {
			// Otherwise it might be read as JSON, or lose outer spaces.
			const sent = [['form', 'x'] as [string, string], ...fields, ['end', 'x'] as [string, string]];
			const form = readText(new URLSearchParams(sent).toString());
			for (const key of ['a', 'b', 'c']) {
				const values = fields.filter(([field]) => field === key).map(([, text]) => text);
				expect(form[key] ?? []).toEqual(values.length === 1 ? values[0] : values);
			}
		}),
	);
});
