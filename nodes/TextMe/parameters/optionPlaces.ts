import type { INodeProperties } from 'n8n-workflow';

interface Group {
	displayName: string;
	name: string;
	placeholder: string;
	/** The names of its options, in the order shown. */
	holds: readonly string[];
}

/** Few people need these options, so each group is a single entry of "Options". */
const GROUPS: readonly Group[] = [
	{
		displayName: 'Speech',
		name: 'speech',
		placeholder: 'Add speech option',
		holds: ['ttsVoice', 'ttsRate', 'ttsRepeat'],
	},
	{
		displayName: 'Tracking',
		name: 'tracking',
		placeholder: 'Add tracking option',
		holds: ['campaignName', 'externalIds', 'idempotencyKey', 'tag'],
	},
	{
		displayName: 'Advanced',
		name: 'advanced',
		placeholder: 'Add advanced option',
		holds: ['concurrentRequests', 'contactList', 'onBehalfOf', 'output', 'simplify', 'timeout'],
	},
];

/** What people want first. Options that are not listed here come before these: only one operation has them. */
const ORDER = [
	'timing',
	'sendingHours',
	'addUnsubscribe',
	'waitForDelivery',
	'links',
	'addDynamic',
	'limits',
	'duplicates',
	'tempBl',
	'includesInternational',
];

/** The name of the group that holds an option; none for an option directly under "Options". */
export const GROUP_BY_OPTION: ReadonlyMap<string, string> = new Map(
	GROUPS.flatMap(({ name, holds }) => holds.map((option): [string, string] => [option, name])),
);

/** The path of an option in the parameters of the node, e.g. `options.advanced.timeout`. */
export const pathOf = (option: string): string =>
	['options', GROUP_BY_OPTION.get(option), option].filter(Boolean).join('.');

/** The entries of "Options": the options of no group, then the groups. */
export const inGroups = (options: INodeProperties[]): INodeProperties[] => [
	...options
		.filter(({ name }) => !GROUP_BY_OPTION.has(name))
		.sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name)),
	...GROUPS.flatMap(({ holds, ...group }) => {
		const held = holds.flatMap((name) => options.filter((option) => option.name === name));
		if (held.length === 0) return [];
		return [
			{ ...group, type: 'collection' as const, default: {}, options: held, ...shownWith(held) },
		];
	}),
];

/** The condition by which options of a resource are shown for some of its operations. */
export const OF_OPERATIONS = '/operation';

/** A group is shown for all operations for which one of its options is. */
function shownWith(held: INodeProperties[]): Pick<INodeProperties, 'displayOptions'> {
	const lists = held.map(({ displayOptions }) => displayOptions?.show?.[OF_OPERATIONS]);
	if (lists.includes(undefined)) return {};
	const operations = [...new Set(lists.flatMap((list) => list ?? []))];
	return { displayOptions: { show: { [OF_OPERATIONS]: operations } } };
}
