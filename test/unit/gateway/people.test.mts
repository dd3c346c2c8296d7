import { doubtfulPhones, peopleIn } from '../../../gateway/phones/people';

const numbers = Array.from({ length: 500 }, (_, index) => String(501_000_000 + index));
const sms = (destinations: unknown) => ({ source: '0559000100', destinations, message: 'Hello' });

test.each<[string, unknown, number]>([
	['one with an ID', sms({ phone: { $: { id: '0501234567' }, _: '050-123-4567' } }), 1],
	['500 numbers with IDs', sms({ phone: numbers.map((_) => ({ $: { id: 'x' }, _ })) }), 500],
	['500 numbers in a text', sms({ phone: numbers.join(', ') }), 500],
	['500 messages', { messages: { sms: numbers.map((phone) => sms({ phone })) } }, 500],
	['a number of another name', { destinations: { msisdn: ['0501234567', 972501234568] } }, 2],
	['a name in capitals', { DESTINATIONS: { PHONE: ['0501234567', '+44 7700 900123'] } }, 2],
	['contact lists', sms({ cl_id: ['17', '18'], phone: '0501234567' }), 3],
	['one person twice', sms({ phone: ['0501234567', '0501234567'] }), 2],
	['a number in the text', { ...sms({ phone: '0501234567' }), message: '0501234567' }, 1],
	['a balance', { balance: { type: 'mail' } }, 0],
	['nothing', undefined, 0],
	['contact lists with attributes', { cl_id: { $: { id: '1' }, _: '17, ,18' } }, 2],
	['what an expression left empty', { phone: null, cl_id: [null, ''] }, 0],
])('counts the people of a request: %s', (_, request, people) => {
	expect(peopleIn(request)).toHaveLength(people);
});

const withId = (phone: string) => ({ $: { id: 'order-1' }, _: phone });

test.each([
	[{ destinations: { phone: [withId('0501234567'), withId('4412')] } }, '4412'],
	[{ messages: { sms: [{ destinations: { phone: ['0501234567', '4412'] } }] } }, '4412'],
	[{ cl: { destinations: { destination: [{ phone: '4412', df1: '99' }] } } }, '4412'],
	[{ phones: { phone: ['1', '2', '3', '4', '5', '6', '7'] } }, '1, 2, 3, 4, 5 and 2 more'],
	[{ phones: { phone: ['1', '2', '3', '4', '5'] } }, '1, 2, 3, 4, 5'],
	[{ phone: '0501234567' }, '0501234567'],
	[{ type: 'mail' }, ''],
])('warns of a doubtful number: %j: %s', (body, named) => {
	expect(doubtfulPhones(body)).toBe(named);
});
