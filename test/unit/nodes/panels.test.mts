import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';
import { TextMeApi } from '../../../credentials/TextMeApi.credentials';
import { STATUS_CODES, statusMeaning } from '../../../gateway/replies/status';
import { STATUS_OF_OPERATION } from '../../../gateway/replies/statusTable';
import { describe as propertiesOf } from '../../../nodes/TextMe/describe';
import { resources } from '../../../nodes/TextMe/operations';
import { TextMe } from '../../../nodes/TextMe/TextMe.node.ts';
import { pollingFields as pollFields } from '../../../nodes/TextMePollingTrigger/TextMePollingTrigger.node';
import { TextMePollingTrigger } from '../../../nodes/TextMePollingTrigger/TextMePollingTrigger.node.ts';
import { TextMeWatcher } from '../../../nodes/TextMeWatcher/TextMeWatcher.node.ts';
import { TextMeTrigger } from '../../../nodes/TextMeTrigger/TextMeTrigger.node.ts';
import { triggerFields as pushFields } from '../../../nodes/TextMeTrigger/TextMeTrigger.node';

const properties = propertiesOf(resources);
const choicesOf = (field: string) =>
	properties
		.filter(({ name }) => name === field)
		.flatMap(({ options = [] }) =>
			(options as Array<{ value: string | number }>).map((o) => o.value),
		);

/** Every operation, with each choice of fields on which options depend. */
const panels = resources.flatMap(({ value: resource, operations }) =>
	operations.flatMap(({ value: operation, fields }) => {
		const names = ['sendTo', 'reachBy', 'responseType', 'approvalType'].filter((name) =>
			fields.some((field) => field.name === name),
		);
		return names.reduce<INodeParameters[]>(
			(all, name) =>
				all.flatMap((values) =>
					[...new Set(choicesOf(name))].map((choice) => ({ ...values, [name]: choice })),
				),
			[{ resource, operation }],
		);
	}),
);

const shown = (values: INodeParameters, property: INodeProperties, root = values) =>
	NodeHelpers.displayParameter(values, property, null, null, root);

test('says of the way by link, and of no other, that the first answer decides', () => {
	const ways = properties.flatMap(({ name, options = [] }) =>
		name === 'responseType' ? (options as INodePropertyOptions[]) : [],
	);
	const decided = ways.filter(({ description }) =>
		description?.includes('the first answer decides'),
	);
	expect(decided.map(({ value }) => value)).toEqual(['approval']);
});

/** The options that the editor offers under "Add option" in this panel. */
function optionsIn(panel: INodeParameters): INodeProperties[] {
	const options = properties.find((field) => field.name === 'options' && shown(panel, field));
	return ((options?.options ?? []) as INodeProperties[]).filter((option) =>
		shown({}, option, panel),
	);
}

test.each(panels.map((panel) => [JSON.stringify(Object.values(panel)), panel]))(
	'offers each option once, in the order of names, and one list of operations: %s',
	(_, panel) => {
		const lists = properties.filter((one) => one.name === 'operation' && shown(panel, one));
		expect(lists).toHaveLength(1);
		const names = optionsIn(panel).map(({ displayName }) => displayName);
		expect(names.length).toBeGreaterThan(0);
		expect(names).toEqual([...new Set(names)].sort((a, b) => a.localeCompare(b)));
	},
);

test.each(
	panels
		.filter(({ operation }) => operation === 'sendAndWait')
		.map((panel) => [JSON.stringify(Object.values(panel)), panel]),
)('has one box to add options, whose list begins with an entry: %s', (_, panel) => {
	const boxes = properties.filter(
		(field) => /collection$/i.test(field.type) && shown(panel, field),
	);
	const lists = boxes.filter(({ typeOptions }) => typeOptions?.multipleValues);
	expect(boxes.filter((box) => !lists.includes(box)).map(({ name }) => name)).toEqual(['options']);
	for (const { default: entries } of lists) {
		expect(entries).toMatchObject({ values: [expect.anything()] });
	}
});

test('begins with no expression, which would be red where it finds nothing', () => {
	const all = JSON.stringify([properties, pollFields, pushFields]);
	expect(all).toContain('"default":""');
	expect(all).not.toMatch(/"default":"=/);
});

test('loads the contact lists again for another sub-account', () => {
	const lists: unknown[] = [];
	JSON.stringify(properties, (_, value: INodeProperties | null) => {
		const { name = '', type = '', typeOptions } = value ?? {};
		if (/^contactLists?$/.test(name) && /ptions$/.test(type)) lists.push(typeOptions);
		return value;
	});
	expect(lists.length).toBeGreaterThan(1);
	for (const typeOptions of lists) {
		expect(typeOptions).toMatchObject({
			loadOptionsMethod: 'getContactLists',
			loadOptionsDependsOn: ['options.onBehalfOf'],
		});
	}
});

test('loads each list, and tests each credential, by a method that the node has', () => {
	const { methods, description } = new TextMe();
	const named = { searchListMethod: new Set<string>(), loadOptionsMethod: new Set<string>() };
	JSON.stringify(description, (key, value: unknown) => {
		if (key in named) named[key as keyof typeof named].add(String(value));
		return value;
	});
	expect([...named.searchListMethod].sort()).toEqual(Object.keys(methods.listSearch));
	expect([...named.loadOptionsMethod].sort()).toEqual(Object.keys(methods.loadOptions));
	for (const node of [new TextMe(), new TextMePollingTrigger(), new TextMeWatcher()]) {
		const [{ testedBy = '' } = {}] = node.description.credentials ?? [];
		expect(Object.keys(node.methods.credentialTest)).toEqual([testedBy]);
	}
});

test.each([
	[new TextMe(), 'TextMe', 'output', 1, 1],
	[new TextMeTrigger(), 'TextMe Trigger', 'trigger', 0, 1],
	[new TextMePollingTrigger(), 'TextMe Polling Trigger', 'trigger', 0, 1],
	[new TextMeWatcher(), 'TextMe Watcher', 'transform', 1, 2],
])('has its name, group, icon, inputs and outputs: %#', (node, displayName, ...frame) => {
	const { description } = node as INodeType;
	const [group, inputs, outputs] = frame;
	expect(description).toMatchObject({
		...{ displayName, group: [group], defaults: { name: displayName } },
		name: displayName.replace('T', 't').replaceAll(' ', ''),
		icon: { light: 'file:../../icons/textme.svg', dark: 'file:../../icons/textme.dark.svg' },
		...{ inputs: Array(inputs).fill('main'), outputs: Array(outputs).fill('main') },
	});
});

/** The types of fields, and of their default values. */
const TYPES: Readonly<Record<string, string>> = {
	...{ string: 'string', notice: 'string', dateTime: 'string', json: 'string' },
	...{ number: 'number', boolean: 'boolean', collection: 'object', fixedCollection: 'object' },
	...{ resourceLocator: 'object', multiOptions: 'object' },
};

test('leaves out no word, type, first value or choice of a field, in the triggers and the credential as well', () => {
	const top = [...properties, ...pushFields, ...pollFields, ...new TextMeApi().properties];
	const odd: unknown[] = [];
	JSON.stringify(top, (key, value: INodeProperties | string | null) => {
		const isWord = /^(displayName|name|description|.*[hH]int|placeholder|action)$/.test(key);
		if (isWord && typeof value === 'string' && /^\s*$|undefined/.test(value)) odd.push(key);
		if (typeof value !== 'object' || value === null || !('default' in value)) return value;
		const { type, default: first, options = [], typeOptions } = value;
		const choices = options as INodePropertyOptions[];
		const isChoice = type === 'options' && !typeOptions?.loadOptionsMethod;
		if (isChoice && !choices.some((choice) => choice.value === first)) odd.push(value);
		if (isChoice && choices.some((one) => !one.name || !('value' in one))) odd.push(value);
		if (type !== 'options' && TYPES[type] !== typeof first) odd.push(value);
		return value;
	});
	expect(odd).toEqual([]);
	const names = new Set<unknown>(['@version', '@tool']);
	JSON.stringify(top, (key, value) => (key === 'name' && names.add(value), value as unknown));
	const conditions = new Set<string>();
	JSON.stringify(top, (key, value: unknown) => {
		const rules = key === 'displayOptions' ? Object.values(value as object) : [];
		for (const name of rules.flatMap(Object.keys)) conditions.add(name.replace(/^\//, ''));
		return value;
	});
	expect([...conditions].filter((name) => !names.has(name))).toEqual([]);
	expect(top.filter((field) => typeof field !== 'object')).toEqual([]);
	expect(top.filter((field) => field.type === 'boolean' && field.default !== false)).toEqual([]);
});

/** All texts of a kind in a description, including nested fields. */
function textsOf(key: string, within: unknown): string[] {
	const texts: string[] = [];
	JSON.stringify(within, (name, value: unknown) => {
		if (name === key && typeof value === 'string') texts.push(value);
		return value;
	});
	return texts;
}

test('advice on a status calls fields and choices what they are called', () => {
	const own = [...properties, ...new TextMeApi().properties];
	const names = [...textsOf('displayName', own), ...textsOf('name', own)];
	const calls = [...STATUS_CODES.map((code) => `sms ${code}`), ...STATUS_OF_OPERATION.keys()];
	const named = calls
		.map((key) => key.split(' '))
		.map(([root = '', code]) => statusMeaning(root, Number(code), 'send', true).hint)
		.flatMap((hint = '') => [...hint.matchAll(/'([A-Z][^']*)'/g)].map(([, name = '']) => name));
	expect(named.length).toBeGreaterThan(0);
	expect(named.filter((name) => !names.includes(name))).toEqual([]);
});
