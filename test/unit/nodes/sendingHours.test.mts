import { sendTime } from '../../../nodes/TextMe/options/sendOptions';

test.each([
	[undefined, false],
	[true, false],
	[false, true],
])('sends on holidays only where that was chosen: Skip Holidays is %j', (chosen, onHolidays) => {
	const read = sendTime.readers.sendingHours as (option: object, now: number) => unknown;
	const values = {
		days: [0],
		from: '08:00',
		to: '20:00',
		outside: 'schedule',
		withoutHolidays: chosen,
	};
	expect(read({ values }, Date.now())).toMatchObject({ input: { onHolidays } });
});
