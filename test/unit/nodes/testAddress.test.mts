import {
	balanceChange,
	namesShipment,
	testAddressOf,
	type BalanceChange,
	type CheckAnswer,
	type TestAddress,
} from '../../../nodes/shared/testAddress';

const balance = (domestic: string, abroad?: string) => ({
	status: '0',
	balance: domestic,
	...(abroad === undefined ? {} : { international_balance: abroad }),
});

test.each<[string, object | undefined, object | undefined, BalanceChange]>([
	['the same', balance('100', '5.00'), balance('100', '5.00'), 'none'],
	['the same, in another notation', balance('100', '5'), balance(' 100.0', '5.00'), 'none'],
	['less', balance('100', '5.00'), balance('98', '5.00'), 'moved'],
	['more, since somebody topped it up', balance('100'), balance('600'), 'moved'],
	['less abroad only', balance('0', '5.00'), balance('0', '4.75'), 'moved'],
	['one figure is gone', balance('100', '5.00'), balance('100'), 'unknown'],
	['not read before', undefined, balance('100'), 'unknown'],
	['not read after', balance('100'), undefined, 'unknown'],
	['never read', undefined, undefined, 'unknown'],
	['nothing left that could move', balance('0', '0.00'), balance('0', '0.00'), 'unknown'],
	['in debt, which may have no end', balance('-20'), balance('-20'), 'unknown'],
	['not a figure', balance('unlimited'), balance('unlimited'), 'unknown'],
])('reads the balance: %s', (_, before, after, change) => {
	expect(balanceChange(before as never, after as never)).toBe(change);
});

test.each<[CheckAnswer, BalanceChange, TestAddress | undefined]>([
	['passed', 'unknown', 'checks'],
	['passed', 'none', 'checks'],
	['shipment', 'none', 'ships'],
	['shipment', 'moved', 'live'],
	['shipment', 'unknown', 'unclear'],
	['missing', 'none', 'missing'],
	['missing', 'unknown', 'missing'],
	['missing', 'moved', 'live'],
	['other', 'none', undefined],
	['other', 'unknown', undefined],
	['other', 'moved', 'live'],
])('takes the answer %s with the balance %s for %s', (answer, change, address) => {
	expect(testAddressOf(answer, change)).toBe(address);
});

test.each([
	[undefined, false],
	['', false],
	[' ', false],
	['0', false],
	['000', false],
	['700001', true],
	['s-1', true],
	[['700001'], false],
])('reads a shipment of %j as %j', (id, named) => {
	expect(namesShipment({ shipment_id: id as string })).toBe(named);
});
