import type { INodeExecutionData } from 'n8n-workflow';

import { checkItems } from '../../../nodes/TextMe/parameters/otherItems';
import type { OtherNode } from '../../../nodes/TextMe/parameters/otherNodes';

const DANA = { json: { phone: '0501' } };
const OMER = { json: { phone: '0502' } };

/** A node with the items of its outputs, and the one that n8n takes for the current. */
const node = (outputs: INodeExecutionData[][], item?: INodeExecutionData): OtherNode => ({
	isExecuted: outputs.length > 0,
	item,
	all: (output = 0) => {
		if (!(output in outputs)) throw new Error('No such output');
		return outputs[output];
	},
});
const pinned: OtherNode = { isExecuted: true, item: DANA, all: () => [DANA] };

const check = (expression: string, nodes: Record<string, OtherNode>) => () =>
	checkItems({ options: { other: [expression] } }, (name) => {
		const found = nodes[name];
		if (!found) throw new Error('No such node');
		return found;
	});

test.each<[string, OtherNode]>([
	['of one item', node([[DANA]], DANA)],
	['of one item at its second output', node([[], [DANA]], DANA)],
	['that is pinned', pinned],
	['whose items are equal', node([[DANA, { json: { ...DANA.json } }]], DANA)],
	['that has not run', node([])],
])('takes the item of a node %s', (_, other) => {
	expect(check("={{ $('S').item.json.phone }}", { S: other })).not.toThrow();
});

test.each<[string, string, OtherNode]>([
	['of several items', "={{ $('S').item.json.phone }}", node([[DANA, OMER]], DANA)],
	['of several outputs', '={{ $("S").item.json.phone }}', node([[DANA], [OMER]], DANA)],
	['of an earlier round', '={{ $( `S` ) . item.json.phone }}', node([[OMER]], DANA)],
	['by a bracket', "={{ $('S')['item'].json.phone }}", node([[OMER]], DANA)],
	['by a question mark', "={{ $('S')?.item.json.phone }}", node([[OMER]], DANA)],
	['that n8n does not find', "={{ 1 + $('S').itemMatching(0).json.n }}", node([[OMER]])],
])('refuses the item of a node %s', (_, expression, other) => {
	expect(check(expression, { S: other })).toThrow(/^does not find its item of 'S'/);
});

test.each([
	["$('S').item.json.phone", 'no expression'],
	["={{ $('S').first().json.phone }}", 'the first item'],
	["={{ $('S').items }}", 'another name'],
	["={{ $('Gone').item.json.phone }}", 'a node that is not there'],
])('leaves %s to n8n: %s', (expression) => {
	expect(check(expression, { S: node([[DANA, OMER]], DANA) })).not.toThrow();
});

test('knows a node whose name has a quote', () => {
	const nodes = { "Dana's list": node([[DANA, OMER]], DANA) };
	expect(check("={{ $('Dana\\'s list').item.json.phone }}", nodes)).toThrow("'Dana's list'");
});
