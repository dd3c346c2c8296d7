import { sendingHoursOption } from '../../../nodes/TextMe/options/sendOptions';

test.each([
	[undefined, false],
	[true, false],
	[false, true],
])('sends on holidays only where that was chosen: Skip Holidays is %j', (chosen, onHolidays) => {
	const read = sendingHoursOption.read as (option: never) => unknown;
	const hours = { days: [0], from: '08:00', to: '20:00', outside: 'schedule' };
	expect(read({ values: { ...hours, withoutHolidays: chosen } } as never)).toMatchObject({
		open: { onHolidays },
	});
});
