import { readPushBody } from '../../../gateway/events/pushBody';
import { readPushes } from '../../../nodes/events/pushEvent';

const eventOf = (body: string) => readPushes(readPushBody(Buffer.from(body)))[0]?.event;
const DATE = '01/05/26 10:30:11'.replaceAll(' ', '+');

test.each([
	['972501234567', '0501234567', '+972501234567'],
	// A plus that is not escaped is a blank.
	['+972501234567', '0501234567', '+972501234567'],
	['%2B972501234567', '0501234567', '+972501234567'],
	['+972+50+123+4567', '0501234567', '+972501234567'],
	['972501234567%0A', '0501234567', '+972501234567'],
	['972501234567%0D%0A', '0501234567', '+972501234567'],
	['+14155550100', '14155550100', '+14155550100'],
	['+376312345', '+376312345', '+376312345'],
])('reads the phone %s of a push', (written, phone, phoneInternational) => {
	const known = { phone, phoneInternational };
	expect(eventOf(`message=Yes&date=${DATE}&phone=${written}&dest=0559991234`)).toMatchObject({
		event: 'incomingMessage',
		...known,
	});
	expect(eventOf(`external_id=1&status=102&date=${DATE}&phone=${written}`)).toMatchObject({
		event: 'deliveryReport',
		...known,
	});
	expect(eventOf(`message=blocked&date=${DATE}&dest=${written}`)).toMatchObject({
		event: 'blocklistAddition',
		...known,
	});
	expect(eventOf(`message=Yes&date=${DATE}&phone=0521111111&dest=${written}`)).toMatchObject({
		to: phone,
	});
});
