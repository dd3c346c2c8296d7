import { doubtfulPhones } from '../../../gateway/phones/people';

const withId = (phone: string) => ({ $: { id: 'order-1' }, _: phone });

test.each([
	[{ destinations: { phone: [withId('0501234567')] } }, '0501234567'],
	[{ destinations: { phone: [withId('0501234567'), withId('4412')] } }, '4412'],
	[{ messages: { sms: [{ destinations: { phone: ['0501234567', '4412'] } }] } }, '4412'],
	[{ cl: { destinations: { destination: [{ phone: '4412', df1: '99' }] } } }, '4412'],
	[{ phones: { phone: ['1', '2', '3', '4', '5', '6', '7'] } }, '1, 2, 3, 4, 5 and 2 more'],
	[{ phones: { phone: ['1', '2', '3', '4', '5'] } }, '1, 2, 3, 4, 5'],
	[{ type: 'mail' }, ''],
])('warns of a doubtful number: %j: %s', (body, named) => {
	expect(doubtfulPhones(body)).toBe(named);
});
