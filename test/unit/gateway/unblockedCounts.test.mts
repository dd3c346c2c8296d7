import { unblockedCounts } from '../../../gateway/replies/replyCounts';

const BOTH = '2 phone numbers Successfully deleted, 1 Phone numbers not exist in blacklist';

test.each<[number, string, number, number | undefined, number | undefined]>([
	[0, '3 phone numbers Successfully deleted', 3, 3, 0],
	[0, 'whatever 12 says', 3, 3, 0],
	[944, BOTH, 3, 2, 1],
	[944, BOTH.toLowerCase(), 3, 2, 1],
	[944, '0 phone numbers Successfully deleted, 1 Phone numbers not exist in blacklist', 1, 0, 1],
	[944, '1 phone number successfuly deleted, 1 phone number does not exist in blacklist', 2, 1, 1],
	[944, '2 Phone numbers not exist in blacklist', 3, 1, 2],
	[944, '2 phone numbers Successfully deleted', 3, 2, 1],
	[944, '5 Phone numbers not exist in blacklist', 3, undefined, 5],
	[944, 'Some were not there', 3, undefined, undefined],
	[944, '3 Phone numbers not exist in blacklist', 3, 0, 3],
	// The message's counts win over the number given.
	[944, '12 phone numbers successfully deleted, 34 phone numbers do not exist', 99, 12, 34],
	[944, '12  phone  number  succesfully  removed, 34  phone  number  does  not  exist', 99, 12, 34],
	[944, '12 phone numbers successfully removed, 34 phone numbers not exist', 99, 12, 34],
	// More than any account has.
	[944, '1234567890 phone numbers not exist', 3, undefined, undefined],
	[944, '0'.repeat(1_000_000), 3, undefined, undefined],
	[944, `1${' '.repeat(1_000_000)}phone`, 3, undefined, undefined],
])('counts who was unblocked: %i "%s" of %i', (status, message, given, removed, notOnList) => {
	expect(unblockedCounts(status, message, given)).toEqual({ removed, notOnList });
});
