import { heardIn, readIncomingMessage } from '../../../gateway/events/incomingMessage';
import type { IncomingMessage } from '../../../gateway/events/incomingMessage';

const message = (fields: Record<string, string> = {}) =>
	readIncomingMessage({
		phone: '972501234567',
		dest: '0559876543',
		date: '15/01/26 10:30',
		message: '1',
		...fields,
	});

const conversation = { phone: '0501234567', sender: '0559876543' };

test('gives two equal messages of a minute two keys, the same in every listing', () => {
	const [first, second, other] = [message(), message(), message({ message: '2' })];
	const keysOf = (...messages: IncomingMessage[]) =>
		heardIn(messages)(conversation).map(({ key }) => key);
	const keys = keysOf(first, other, second);
	expect(new Set(keys).size).toBe(3);
	expect(keysOf(other, first)).toEqual([keys[1], keys[0]]);
	expect(keysOf(message({ date: '15/01/26 10:31' }), first)[0]).toBe(keys[0]);
});

test.each([
	['by a push or a poll', {}, true],
	['by a number in the national form', { phone: '050-1234567' }, true],
	['by somebody else', { phone: '972501234568' }, false],
	['by nobody that is named', { phone: '' }, false],
	['by a number in a field of another name', { phone: '', cell: '0501234567' }, true],
	['to the sender with a country code', { dest: '972559876543' }, true],
	['to another number of the account', { dest: '0551111111' }, false],
	['to a number that is not shown', { dest: '' }, true],
	['without a date', { date: '' }, true],
])('reads a message %s', (_, fields, isSaid) => {
	expect(heardIn([message(fields)])(conversation)).toHaveLength(isSaid ? 1 : 0);
});

test('sorts the earliest first, those of a minute as they are listed', () => {
	const times = ['10:31', '10:30', '10:31', '09:59', ''];
	const messages = times.map((time, n) => message({ date: `15/01/26 ${time}`, message: `${n}` }));
	expect(heardIn(messages)(conversation).map((each) => each.message)).toEqual([...'43102']);
});

test.each([['+14155550100', '14155550100']])('people abroad are found: %s', (phone, written) => {
	const messages = [message({ phone: written })];
	expect(heardIn(messages)({ ...conversation, phone })).toHaveLength(1);
});

test('looks at each of 2,000 messages once for 500 questions', () => {
	let looks = 0;
	const messages = Array.from({ length: 2_000 }, (_, n) => ({
		...message({ message: String(n) }),
		get phone() {
			looks++;
			return `05012${String(n % 1_000).padStart(5, '0')}`;
		},
	}));
	const heard = heardIn(messages);
	for (let n = 0; n < 500; n++) {
		const phone = `05012${String(n).padStart(5, '0')}`;
		expect(heard({ ...conversation, phone })).toHaveLength(2);
	}
	expect(looks).toBeLessThanOrEqual(2 * messages.length);
});
