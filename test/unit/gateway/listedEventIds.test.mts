import { listedEventIds, readBlocklistEntry } from '../../../gateway/blocklistEntry';

const pushed = readBlocklistEntry({ dest: '972501234567', date: '15/01/26 10:32:40' });

test.each([
	'050****567',
	'050***4567',
	'05*****567',
	'******4567',
	'0501****67',
	'972*****4567',
	'97250****567',
])('the push of an opt-out is recognised in a listing that writes %s', (phone) => {
	const { eventId } = readBlocklistEntry({ phone, date: '15/01/26 10:32' });
	expect(listedEventIds(pushed)).toContain(eventId);
});

test.each([
	['another phone', '050****568', '15/01/26 10:32'],
	['another minute', '050****567', '15/01/26 10:33'],
])('%s is not', (_, phone, date) => {
	expect(listedEventIds(pushed)).not.toContain(readBlocklistEntry({ phone, date }).eventId);
});

test('an entry that is masked itself has no other ids', () => {
	expect(
		listedEventIds(readBlocklistEntry({ phone: '050****567', date: '15/01/26 10:32' })),
	).toEqual([]);
});

test.each([
	['without a number', {}],
	['with a short code', { dest: '2020' }],
])('an entry %s has none either', (_, push) => {
	expect(listedEventIds(readBlocklistEntry({ ...push, date: '15/01/26 10:32' }))).toEqual([]);
});

test('a push without a date is recognised in a listing without one', () => {
	const { eventId } = readBlocklistEntry({ phone: '050****567' });
	expect(listedEventIds(readBlocklistEntry({ dest: '972501234567' }))).toContain(eventId);
});
