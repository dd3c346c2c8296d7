import { eventId, fingerprint, minuteOf } from '../../../gateway/events/eventId';
import { allFields } from '../../../gateway/replies/records';
import { readDate } from '../../../gateway/values/dates';
import { readDeliveryReport } from '../../../gateway/events/deliveryReport';
import { readIncomingMessage } from '../../../gateway/events/incomingMessage';
import { missingValuesIn } from '../../../gateway/values/checks';

// Triggers keep IDs across versions of the package, so they must not change.
test.each([
	['', 'wvjl67o803'],
	['a', '262p94epp1d'],
	['Yes, thank you', '3iwi8tg5rb'],
	['כן, תודה', 'l8ixnxg3mh'],
])('keeps the fingerprint of %j', (text, print) => {
	expect(fingerprint(text)).toBe(print);
});

test('keeps the fingerprint of a form', () =>
	expect(fingerprint(allFields({ c: '3', b: '2', a: '1' }))).toBe('mjr490f7ld'));

test('parts keep to their places', () => {
	expect(eventId('feed', ' a|b ', [undefined, 'c\\', ' d '], {})).toBe('feed|a\\|b||c\\\\|d');
});

test('tells an event about nobody by all of its fields', () => {
	const [one, two] = [{ x: '1' }, { x: '2' }];
	expect(eventId('feed', undefined, ['a'], one)).toBe(`feed|${fingerprint(allFields(one))}`);
	expect(eventId('feed', undefined, ['a'], two)).not.toBe(eventId('feed', undefined, ['a'], one));
});

test.each([
	['01/05/26 10:30:11', '2026-05-01T10:30'],
	['soon', 'soon'],
	['at 2026-05-01T10:30:11', 'at 2026-05-01T10:30:11'],
	[undefined, undefined],
])('reads the minute of %j as %j', (date, minute) => {
	expect(minuteOf(readDate(date))).toBe(minute);
});

test('keeps the id of what an event lacks', () => {
	const { eventId: withheld, message } = readIncomingMessage({ phone: ' ' });
	expect([withheld, message]).toEqual([`incomingMessage|withheld|||${fingerprint('')}`, '']);
	const { eventId: ofReport } = readDeliveryReport({ external_id: 'a', status: '102' });
	expect(ofReport).toBe('deliveryReport|a||102|');
	expect(readIncomingMessage({ message: '', body: 'Hi' }).message).toBe('');
	expect(readIncomingMessage({ body: 'Hi' }).message).toBeUndefined();
});

const idOf = (who: string) => eventId('deliveryReport', who, ['102'], { who });

test('keeps an id short and of its own however much is pushed', () => {
	const long = 'x'.repeat(256_000);
	expect(idOf(long).length).toBeLessThan(60);
	expect(idOf(long)).toBe(idOf(long));
	expect(idOf(long)).not.toBe(idOf(`${long}x`));
});

test('leaves readable in an id what is no longer than a reference may be', () => {
	expect(idOf('order-1042')).toBe('deliveryReport|order-1042|102');
	expect(idOf('y'.repeat(200))).toContain('y'.repeat(200));
});

// People use the ID as an Idempotency Key. With one of these, the node refuses the key, and the whole run with it.
test.each([
	...['NULL', '-Infinity', '[object Object]', 'Invalid DateTime', '#N/A', 'Loading...'],
	...['NaN-Bank', 'x null', '{{ $json.x }}', 'a}}b', '{{', 'null%20x', '%4eaN'],
])('holds nothing that a key may not hold: %s', (word) => {
	const ids = [idOf(word), eventId('feed', '0501234567', [word, ` ${word} `], {})];
	expect(ids.flatMap(missingValuesIn)).toEqual([]);
	expect(ids.join()).not.toMatch(/[{}]/);
	expect(idOf(word)).not.toBe(idOf(`${word} ${word}`));
});

test.each([
	['0501234567', '0501234567'],
	['+44 7700 900123', '+447700900123'],
	['NaN', fingerprint('NaN')],
	['BEZEQ ', fingerprint('BEZEQ')],
	['Bank 24', fingerprint('Bank 24')],
])('names the phone that wrote, and hides a name: %s', (phone, who) => {
	const { eventId: id } = readIncomingMessage({ phone, dest: '0559000100', message: 'Hi' });
	expect(id).toBe(`incomingMessage|${who}|0559000100||${fingerprint('Hi')}`);
});
