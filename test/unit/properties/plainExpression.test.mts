import { type IDataObject, type NodeParameterValueType, Workflow } from 'n8n-workflow';
import { plainFiller } from '../../../nodes/TextMe/parameters/plainExpression';
import { parameterAndItem } from '../../expressions.mts';
import { fc } from '../../fuzz.mts';

const NODE = {
	id: '1',
	name: 'TextMe',
	type: 'textMe',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};
const workflow = new Workflow({
	nodes: [NODE],
	connections: {},
	active: false,
	nodeTypes: { getByNameAndVersion: () => ({ description: { properties: [] } }) } as never,
});

/** What n8n itself makes of a parameter. */
const n8nFills = (parameter: NodeParameterValueType, json: IDataObject): unknown =>
	workflow.expression.getParameterValue(parameter, null, 0, 0, NODE.name, [{ json }], 'manual', {});

test('fills in without n8n what n8n fills in', () => {
	let [tried, filled] = [0, 0];
	fc.assert(
		fc.property(parameterAndItem, ([raw, json]) => {
			tried++;
			const own = plainFiller(raw)?.(json as IDataObject);
			if (own === undefined) return;
			filled++;
			expect(own).toStrictEqual(n8nFills(raw, json as IDataObject));
		}),
		{ numRuns: 20_000 },
	);
	expect(filled / tried).toBeGreaterThan(0.05);
});
