import type { INodeProperties } from 'n8n-workflow';

/** Few people need these options, so "Options" shows each group as one entry. `holds` has them in the order shown. */
const GROUPS = [
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
] as const;

/** The other options, in the order shown: first those of one operation, then what people want first. */
const ORDER = [
	'replyTo',
	'replyFrom',
	'limitWaitTime',
	'approveLabel',
	'disapproveLabel',
	'shortenLink',
	'appId',
	'includeCode',
	'maxTries',
	'validMinutes',
	'serviceType',
	'campaign',
	'latestPerMessage',
	'shipmentIds',
	'includeSubAccounts',
	'includeToken',
	'otpPhone',
	'charactersPerCredit',
	'timing',
	'sendingHours',
	'addUnsubscribe',
	'links',
	'addDynamic',
	'limits',
	'duplicates',
	'tempBl',
	'includesInternational',
] as const;

/** The names of all options. An option that is in neither list does not compile. */
type OptionName = (typeof ORDER)[number] | (typeof GROUPS)[number]['holds'][number];

/** The group of each option. Options missing here are directly under "Options". */
export const GROUP_BY_OPTION: ReadonlyMap<string, string> = new Map(
	GROUPS.flatMap(({ name, holds }) => [...holds].map((option): [string, string] => [option, name])),
);

const PATHS = new Map(
	[...ORDER, ...GROUP_BY_OPTION.keys()].map((name) => [
		name,
		['options', GROUP_BY_OPTION.get(name), name].filter(Boolean).join('.'),
	]),
);

/** The path of an option in the node's parameters: `options.advanced.timeout`. */
export const pathOf = (option: string): string => PATHS.get(option) ?? option;

/** The name of the field or option at a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

const placeOf = ({ name }: INodeProperties) => ORDER.findIndex((one) => one === name);

/** The entries of "Options": first the options without a group, then the groups. */
export const inGroups = (options: INodeProperties[]): INodeProperties[] => [
	...options
		.filter(({ name }) => !GROUP_BY_OPTION.has(name))
		.sort((a, b) => placeOf(a) - placeOf(b)),
	...GROUPS.flatMap(({ holds, ...group }) => {
		const held = [...holds].flatMap((name) => options.filter((option) => option.name === name));
		if (held.length === 0) return [];
		return [
			{ ...group, type: 'collection' as const, default: {}, options: held, ...shownWith(held) },
		];
	}),
];

/** The display condition of an option that only some operations of a resource have. */
export const OF_OPERATIONS = '/operation';

/** Shows a group for every operation that has one of its options. */
function shownWith(held: INodeProperties[]): Pick<INodeProperties, 'displayOptions'> {
	const lists = held.map(({ displayOptions }) => displayOptions?.show?.[OF_OPERATIONS]);
	if (lists.includes(undefined)) return {};
	const operations = [...new Set(lists.flatMap((list) => list ?? []))];
	return { displayOptions: { show: { [OF_OPERATIONS]: operations } } };
}

/** Checks and converts an option's value. Throws an InputError for what the gateway would refuse. */
export interface Reading<V, T> {
	(value: V, now: number): T;
	/** Whether the option may be empty: with any empty value, or only with an empty text. */
	takesEmpty?: true | 'text';
}

/** An option: its field in the panel, and the reader of its value. Its place is in the lists above. */
export interface Option<T = unknown> extends INodeProperties {
	name: OptionName;
	read: Reading<never, T>;
}

/** A function only so that TypeScript infers the type of the option's value. */
export const option = <V, T>(
	one: INodeProperties & { name: OptionName; read: Reading<V, T> },
): Option<T> => one as Option<T>;

export const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Reads an option. An empty option counts as not added. */
export const unlessEmpty = <V, T>(read: (value: V, now: number) => T) =>
	Object.assign(
		(value: V, now: number): T | undefined => (isEmpty(value) ? undefined : read(value, now)),
		{ takesEmpty: true as const },
	);
