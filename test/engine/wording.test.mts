import type {
	INodeParameterResourceLocator,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import { TextMeApi } from '../../credentials/TextMeApi.credentials';
import { STATUS_CODES, statusMeaning } from '../../gateway/status';
import { STATUS_OF_OPERATION } from '../../gateway/statusTable';
import { textMePackage } from './harness/textMePackage.mts';

type Property = INodeProperties | INodePropertyOptions | INodePropertyCollection;

function withNested(properties: readonly Property[]): Property[] {
	return properties.flatMap((property) => [
		property,
		...withNested('options' in property ? (property.options ?? []) : []),
		...withNested('values' in property ? property.values : []),
	]);
}

async function propertiesOf(name: string): Promise<INodeProperties[]> {
	const { nodeTypes } = await textMePackage();
	const { properties } = nodeTypes.getByNameAndVersion(`n8n-nodes-textme.${name}`).description;
	// A polling trigger's `pollTimes` is n8n's own.
	const own = properties.filter((property) => property.name !== 'pollTimes');
	return withNested(own).filter((property) => 'type' in property);
}

/** The expected order: operations that send first, Send before all. */
function listsOf(property: string, names: string[]): string[][] {
	if (property !== 'operation') return [names];
	const rest = names.findIndex((name) => !/^(Send|Reply)/.test(name));
	const sends = names.slice(0, rest < 0 ? names.length : rest);
	return [sends[0] === 'Send' ? sends.slice(1) : sends, names.slice(sends.length)];
}

// n8n's UX guidelines, as far as its linter does not check them.
describe.each(['textMe', 'textMeTrigger', 'textMePollingTrigger'])('%s', (name) => {
	test('placeholders show an example, or say what is added or chosen', async () => {
		const placeholders = (await propertiesOf(name)).flatMap(({ placeholder }) => placeholder ?? []);
		expect(placeholders.length).toBeGreaterThan(0);
		expect(placeholders.filter((text) => !/^(e\.g\. |Add |Choose )/.test(text))).toStrictEqual([]);
	});

	// Rules of newer linter versions. The linter reads only a node's class, so these test the rest.
	test('keeps hints to one line', async () => {
		const hints = (await propertiesOf(name)).flatMap(({ hint }) => hint ?? []);
		expect(hints.filter(({ length }) => length > 120)).toStrictEqual([]);
	});

	test('lists of options are sorted by name', async () => {
		const lists = (await propertiesOf(name)).flatMap(({ type, name: property, options = [] }) =>
			// Resources keep their order, so that the node panel shows SMS first; weekdays keep theirs.
			['options', 'multiOptions'].includes(type) && !['resource', 'days'].includes(property)
				? listsOf(
						property,
						options.map((option) => ('displayName' in option ? option.displayName : option.name)),
					)
				: [],
		);
		expect(lists.length).toBeGreaterThan(0);
		const sorted = (names: string[]) => [...names].sort((a, b) => a.localeCompare(b));
		expect(lists.filter((names) => names.join() !== sorted(names).join())).toStrictEqual([]);
	});

	test('JSON is asked for only where it has to be filled in', async () => {
		const optional = (await propertiesOf(name)).filter(
			({ type, required }) => type === 'json' && !required,
		);
		expect(optional.map(({ displayName }) => displayName)).toStrictEqual([]);
	});

	test('one thing is picked from a list first', async () => {
		const locators = (await propertiesOf(name)).filter(({ type }) => type === 'resourceLocator');
		const modes = locators.map((each) => (each.default as INodeParameterResourceLocator).mode);
		expect(modes.filter((mode) => mode !== 'list')).toStrictEqual([]);
	});
});

test.each(['textMeTrigger', 'textMePollingTrigger'])(
	'calls the event field what n8n calls it: %s',
	async (name) => {
		const events = (await propertiesOf(name)).find((property) => property.name === 'events');
		expect(events).toMatchObject({ displayName: 'Trigger On' });
		expect(events?.description).toBeUndefined();
	},
);

test("n8n's AI workflow builder is told about the node", async () => {
	const { nodeTypes } = await textMePackage();
	const { builderHint } = nodeTypes.getByNameAndVersion('n8n-nodes-textme.textMe').description;
	expect(builderHint?.searchHint).toMatch(/SMS.*OTP.*019/);
});

test('actions have no articles', async () => {
	const operations = (await propertiesOf('textMe')).filter((each) => each.name === 'operation');
	const actions = operations.flatMap(({ options = [] }) =>
		(options as INodePropertyOptions[]).map(({ action }) => action),
	);
	expect(actions.length).toBeGreaterThan(operations.length);
	expect(actions.filter((action) => !action || /\b(a|an|the)\b/i.test(action))).toStrictEqual([]);
});

test('advice on a status calls fields and choices what they are called', async () => {
	const own = withNested([...(await propertiesOf('textMe')), ...new TextMeApi().properties]);
	const names = own.map((each) => ('displayName' in each ? each.displayName : each.name));
	const calls = [...STATUS_CODES.map((code) => `sms ${code}`), ...STATUS_OF_OPERATION.keys()].map(
		(key) => key.split(' '),
	);
	const meanings = calls.map(([root = '', code]) => statusMeaning(root, Number(code)));
	const advice = meanings.map(({ hint }) => hint);
	expect(meanings.filter(({ meaning, hint }) => !meaning || !hint)).toStrictEqual([]);
	const named = advice.flatMap((text) =>
		[...text.matchAll(/'([A-Z][^']*)'/g)].map(([, name = '']) => name),
	);
	expect(named.length).toBeGreaterThan(0);
	expect(named.filter((name) => !names.includes(name))).toStrictEqual([]);
});

test('SMS comes first in the node panel, Send before everything else', async () => {
	const properties = await propertiesOf('textMe');
	const first = (property: string) =>
		(properties.find(({ name }) => name === property)?.options as INodePropertyOptions[])[0]?.name;
	expect([first('resource'), first('operation')]).toEqual(['SMS', 'Send']);
});

test.each(['textMeTrigger', 'textMePollingTrigger'])(
	'offers the events of %s in the node panel, and no push that nobody knows',
	async (name) => {
		const events = (await propertiesOf(name)).find((property) => property.name === 'events');
		// n8n leaves these out (useActionsGenerator).
		const offered = ((events?.options ?? []) as INodePropertyOptions[]).filter(
			(option) => !['*', '', ' '].includes(option.name),
		);
		expect(offered.map((option) => option.name)).toEqual([
			'Blocklist Addition',
			'Delivery Report',
			'Incoming Message',
		]);
	},
);

test('switches an option on that is added', async () => {
	// Adding one of these options means switching it off: without the option, it is on.
	const ON_ANYWAY = ['finalOnly', 'shortenLink', 'simplify'];
	for (const node of ['textMe', 'textMeTrigger', 'textMePollingTrigger']) {
		const added = (await propertiesOf(node)).filter(({ type }) => type === 'collection');
		const off = added
			.flatMap(({ options = [] }) => options as INodeProperties[])
			.filter((each) => each.type === 'boolean' && each.default !== true);
		expect(off.map(({ name }) => name).filter((name) => !ON_ANYWAY.includes(name))).toEqual([]);
	}
});

test('hours and minutes are whole numbers', async () => {
	for (const node of ['textMe', 'textMePollingTrigger', 'textMeTrigger']) {
		const fractions = (await propertiesOf(node)).filter(
			({ typeOptions }) => (typeOptions?.numberPrecision ?? 0) > 0,
		);
		expect(fractions.map(({ name }) => name)).toEqual([]);
	}
});
