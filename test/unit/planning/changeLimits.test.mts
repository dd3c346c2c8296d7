import { changeLimit, checkList, checkRun } from '../../../nodes/planning/changeLimits';
import type { ListFigures } from '../../../nodes/planning/changeLimits';

const figures = (
	contacts: number,
	counts: { removed?: number; changed?: number },
	...limits: unknown[]
): ListFigures => ({
	list: '7',
	contacts,
	removed: 0,
	changed: 0,
	...counts,
	limits: { removed: limits.map(changeLimit), changed: limits.map(changeLimit) },
});

/** The most that passes. */
function most(contacts: number, kind: 'removed' | 'changed', ...limits: unknown[]): number {
	const passes = (count: number) => {
		try {
			checkList(figures(contacts, { [kind]: count }, ...limits));
			return true;
		} catch {
			return false;
		}
	};
	return Math.max(...Array.from({ length: contacts + 1 }, (_, count) => count).filter(passes));
}

test.each<[unknown, number, number, number]>([
	['25%', 1000, 250, 250],
	['25%', 5, 1, 1],
	['25%', 2, 1, 1],
	['25%', 1, 0, 1],
	['0.5 %', 1000, 5, 5],
	['0%', 100, 0, 0],
	['100%', 7, 7, 7],
	['100%', 1, 1, 1],
	[' 50 ', 100, 50, 50],
	[1, 1, 1, 1],
	[0, 100, 0, 0],
])(
	'makes of %j of %i contacts %i removals and %i changes',
	(limit, contacts, removals, changes) => {
		expect(most(contacts, 'removed', limit)).toBe(removals);
		expect(most(contacts, 'changed', limit)).toBe(changes);
	},
);

test('applies the lowest of several limits', () => {
	expect(most(100, 'removed', '50%', '10%', '20%')).toBe(10);
});

test.each([
	['two lists that share a number', ['3'], ['3'], /^The run would remove 4 of the 20 contacts/],
	['two lists that share a percentage', ['20%'], ['20%'], undefined],
	['limits of their own', ['2'], ['3'], undefined],
	['one limit in common', ['2', '3'], ['3'], /'Maximum Removals' allows 3;/],
])('holds changes to the limits of items: %s', (_, first, second, message) => {
	const check = () => {
		checkRun([figures(10, { removed: 2 }, ...first), figures(10, { removed: 2 }, ...second)]);
	};
	if (message) expect(check).toThrow(message);
	else expect(check).not.toThrow();
});

test('many small lists may not each lose one contact of two', () => {
	const lists = Array.from({ length: 10 }, () => figures(2, { removed: 1 }, '25%'));
	expect(() => {
		checkRun(lists);
	}).toThrow(
		"The run would remove 10 of the 20 contacts of its lists, and 'Maximum Removals' allows 5 (25%)",
	);
});

test.each([
	'',
	'-1',
	'1.5',
	'101%',
	'100.1%',
	'%',
	'5%%',
	'x5',
	'5x',
	'NaN',
	'1234567890',
	'1.23456%',
])('takes %j for no limit', (limit) => {
	expect(() => changeLimit(limit)).toThrow(
		`is "${limit}"; enter a percentage, e.g. 25%, or a number of contacts`,
	);
});
