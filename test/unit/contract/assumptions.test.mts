import { readFileSync } from 'node:fs';
import { ASSUMPTIONS } from '../../../contract/assumptions.mts';
import { DELIVERY_STATUS_CODES, deliveryStatus } from '../../../gateway/events/deliveryReport';
import { JUDGES } from '../../../contract/verdicts.mts';
import { filesIn } from '../sources.mts';

const TAG = /Assumptions?: ([\w, ]+)/g;
const namesIn = (text: string) =>
	[...text.matchAll(TAG)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));

const named = new Map<string, string[]>();
for (const file of filesIn(['gateway', 'nodes', 'sandbox'], /\.m?ts$/)) {
	for (const name of namesIn(readFileSync(file, 'utf8'))) {
		named.set(name, [...(named.get(name) ?? []), file]);
	}
}

test('every place and every judge of the contract names a row that is there', () => {
	expect(
		[...named.keys(), ...Object.keys(JUDGES)].filter((name) => !(name in ASSUMPTIONS)),
	).toEqual([]);
});

test('every row has a place', () => {
	expect(Object.keys(ASSUMPTIONS).filter((name) => !named.has(name))).toEqual([]);
});

test('the row about final statuses names those that the table leaves open', () => {
	const open = DELIVERY_STATUS_CODES.filter((code) => !deliveryStatus(code).final);
	expect(ASSUMPTIONS.finalStatuses?.assumed.match(/-?\d+/g)?.map(Number)).toEqual(open);
});
