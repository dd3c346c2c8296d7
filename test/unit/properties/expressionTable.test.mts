import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeParameterValueType,
	Workflow,
} from 'n8n-workflow';
import { takesOnlyJson } from '../../../nodes/TextMe/parameters/expressionCode';
import { ExpressionTable, NOT_HERE } from '../../../nodes/TextMe/parameters/expressionTable';
import { parameterAndItems } from '../../expressions.mts';
import { fc } from '../../fuzz.mts';

const NODE = {
	id: '1',
	name: 'TextMe',
	type: 'textMe',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};
const { expression } = new Workflow({
	nodes: [NODE],
	connections: {},
	active: false,
	nodeTypes: { getByNameAndVersion: () => ({ description: { properties: [] } }) } as never,
});

/** A run's context, as far as the table uses it. */
function contextOf(parameter: unknown, items: INodeExecutionData[]) {
	const asked: string[] = [];
	const evaluate = (value: unknown, itemIndex: number, input: INodeExecutionData[]): unknown =>
		expression.getParameterValue(
			...([value as NodeParameterValueType, null, 0, itemIndex] as const),
			...([NODE.name, input, 'manual', {}] as const),
		);
	const context = {
		connectionInputData: items,
		getInputData: () => items,
		evaluateExpression(code: string, itemIndex: number) {
			asked.push(code);
			return evaluate(`=${code}`, itemIndex, this.connectionInputData);
		},
		getNodeParameter(_: string, itemIndex: number) {
			const value = evaluate(parameter, itemIndex, items);
			const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
			return isLocator ? (value as unknown as IDataObject).value : value;
		},
	};
	return { context: context as unknown as IExecuteFunctions, asked };
}

const jsonOf = (items: unknown[]): INodeExecutionData[] =>
	items.map((json) => ({ json: json as IDataObject }));

test('evaluates for all items at once what n8n evaluates for each, to the same values', () => {
	let [tried, known] = [0, 0];
	fc.assert(
		fc.property(parameterAndItems, ([parameter, given]) => {
			const items = jsonOf(given);
			const { context } = contextOf(parameter, items);
			const table = new ExpressionTable(context, [['field', parameter]]);
			for (const itemIndex of items.keys()) {
				tried++;
				const value = table.value('field', itemIndex);
				if (value === NOT_HERE) continue;
				known++;
				expect(value).toStrictEqual(context.getNodeParameter('field', itemIndex));
			}
		}),
		{ numRuns: 500 },
	);
	expect(known / tried).toBeGreaterThan(0.4);
});

const items = jsonOf(Array.from({ length: 12_000 }, (_, n) => ({ n, name: `Dana ${n}` })));

test('asks n8n once for thousands of items, and no more often for several parameters', () => {
	const { context, asked } = contextOf('', items);
	const same = jest.spyOn(context, 'getNodeParameter');
	same.mockImplementation((path: string, itemIndex: number) =>
		path === 'n' ? itemIndex : `Hello Dana ${itemIndex}`,
	);
	const table = new ExpressionTable(context, [
		['n', '={{ $json.n }}'],
		['text', '=Hello {{ $json.name }}'],
	]);
	for (const itemIndex of items.keys()) {
		expect(table.value('n', itemIndex)).toBe(itemIndex);
		expect(table.value('text', itemIndex)).toBe(`Hello Dana ${itemIndex}`);
	}
	expect(asked).toHaveLength(3);
	// The first and last item of each slice, for each parameter.
	expect(same).toHaveBeenCalledTimes(12);
});

test.each([
	...['$json.due.setHours(9)', '$json.list.push(4)', '$json.list.splice(0, 1)[0]'],
	...['$json.list.sort()[0]', '$json.list.reverse()[0]', '$json.list["so" + "rt"]()[0]'],
	...['Object.assign($json, { n: 9 }).n', '[{ n: 9 }].reduce(Object.assign, $json).n'],
	...['[4].map($json.list.push, $json.list)[0]', '(0, $json.list.reverse)?.call($json.list)[0]'],
	...['((f) => f.call($json.list, 4))($json.list.push)', '$json.list[$json.method](4)'],
	'$json.list.sort`` [0]',
])('gives an item the same value among others as alone: %s', (code) => {
	const changes = `={{ ${code} }}`;
	const reads = '={{ $json.due.getTime() }} {{ $json.list.join() }} {{ $json.n }}';
	const fresh = () =>
		jsonOf([1, 2, 3].map((n) => ({ n, due: new Date(n), list: [n, 2, 1], method: 'push' })));
	const valuesOf = (all: INodeExecutionData[]) => {
		const { context } = contextOf(changes, all);
		const other = contextOf(reads, all).context;
		const own = (path: string, at: number) =>
			(path === 'reads' ? other : contextOf(changes, all).context).getNodeParameter(path, at);
		jest.spyOn(context, 'getNodeParameter').mockImplementation(own as never);
		const table = new ExpressionTable(context, [
			['changes', changes],
			['reads', reads],
		]);
		return all.map((_, at) =>
			['changes', 'reads'].map((path) => {
				const value = all.length > 1 ? table.value(path, at) : NOT_HERE;
				return value === NOT_HERE ? own(path, at) : value;
			}),
		);
	};
	const alone = fresh().flatMap((item) => valuesOf([item]));
	expect(valuesOf(fresh())).toEqual(alone);
	expect(takesOnlyJson(code)).toBe(false);
});

test.each([
	...[
		'$json.n ? $itemIndex : 0',
		'$itemIndex',
		'$input.item.json.n',
		'$("Start").item.json.n',
		'$prevNode.name',
		'this.n',
	],
	...['$json.list.sort()[0]', '$json.list["reverse"]()[0]', 'Object.assign($json, { n: 1 }).n'],
])('leaves %s to n8n', (code) => {
	const { context, asked } = contextOf('', items);
	const table = new ExpressionTable(context, [['field', `={{ ${code} }}`]]);
	expect(table.value('field', 0)).toBe(NOT_HERE);
	expect(asked).toEqual([]);
});

test('leaves to n8n an item whose expression fails, and no other', () => {
	const some = jsonOf([{ name: 'Dana' }, {}, { name: 'Omer' }]);
	const { context } = contextOf('={{ $json.name.trim() }}', some);
	const name = '={{ $json.name.trim() }}';
	const table = new ExpressionTable(context, [
		['field', name],
		['fields', { name, text: 'Hello' }],
	]);
	expect([0, 1, 2].map((at) => table.value('field', at))).toEqual(['Dana', NOT_HERE, 'Omer']);
	expect(table.value('fields', 1)).toBe(NOT_HERE);
});

test('knows what is missing of a whole value and of a text, and what is empty', () => {
	const some = jsonOf([{}, { name: null }, { name: 0 }]);
	const gaps = ['={{ $json.name }}', '=Dear {{ $json.name }}'].map((text) => {
		const table = new ExpressionTable(contextOf(text, some).context, [['field', text]]);
		return [0, 1, 2].map((at) => [table.value('field', at), table.gaps][1]);
	});
	const own = (isMissing: boolean) => [{ place: '{{ $json.name }}', isMissing }];
	expect(gaps).toEqual(Array(2).fill([own(true), own(false), []]));
});

/** Expects that the table knows nothing where n8n answers so. */
function expectLeft(method: 'evaluateExpression' | 'getNodeParameter', answer: unknown): void {
	const { context } = contextOf('={{ $json.n }}', items.slice(0, 3));
	jest.spyOn(context, method).mockImplementation(answer as never);
	const table = new ExpressionTable(context, [['field', '={{ $json.n }}']]);
	expect([0, 1, 2].map((at) => table.value('field', at))).toEqual([NOT_HERE, NOT_HERE, NOT_HERE]);
}

const fail = () => {
	throw new Error('Expression timed out');
};

test.each<[string, () => unknown]>([
	['an error', fail],
	['no list', () => 'text'],
	['too few values', () => [['1']]],
])('leaves everything to n8n after %s in place of the values', (_, answer) =>
	expectLeft('evaluateExpression', answer),
);

test.each([0, 2])('leaves a parameter to n8n of which item %i has another value there', (other) =>
	expectLeft('getNodeParameter', (_: string, at: number) => (at === other ? 'another' : at)),
);

test.each([
	...['$json.list.map(($input) => $input.id)', '($json.a || $json.b).trim()'],
	'$json.date.toDateTime().plus({ days: 1, hours: 2 }).day',
	...['$json.name.replace(/[^\\p{L}]/gu, "")', '$json.list.toSorted().at(-1)'],
	...['new Date($json.due).toISOString()', '[1, 2].includes($json.n) && typeof ($json.n)'],
	...['$json.phone?.toString().split(/[,;]/)[0].match(/.*/)?.[0]', '$json.total?.toFixed?.(2)'],
	...['$now.setZone("Asia/Jerusalem").toISODate()', 'Number.parseFloat($json.total)'],
	...["'it\\'s ' + $json.name", '`${$json.name}\\n${$json.list.join("\\t")}`'],
	"new Intl.NumberFormat('he-IL').format($json.total)",
])('evaluates for all items at once: %j', (code) => {
	expect(takesOnlyJson(code)).toBe(true);
});

test.each([
	...['', '$json.constructor', '/* nothing */', '$json.a = 1', '$json.a++', '$json.a; $json.b'],
	...['"an open text', '$json.list.sort()', '$json.list.map(() => {})'],
	...['$json.list.map(([$input]) => $input.id)', '$json.a ? other : 1', '$input.item'],
	...['$json.list["\\x73ort"]()', '$execution.customData.set("order", $json.n)'],
	...['$json.whoever()', 'delete $json.a', 'new $json.Type()'],
	...['$evaluateExpression("{{ $json.n++ }}")', '$json.sort', '$json.list.map((f) => f())'],
	...['$json.list.\\u0073ort()', '$json.list["\\u0073ort"]'],
])('leaves to n8n: %j', (code) => {
	expect(takesOnlyJson(code)).toBe(false);
});
