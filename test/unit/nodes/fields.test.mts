import { readFileSync } from 'node:fs';
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { TextMeApi } from '../../../credentials/TextMeApi.credentials';
import { describe as propertiesOf } from '../../../nodes/TextMe/describe';
import { resources } from '../../../nodes/TextMe/operations';
import { pollingFields as pollFields } from '../../../nodes/TextMePollingTrigger/TextMePollingTrigger.node';
import { triggerFields as pushFields } from '../../../nodes/TextMeTrigger/TextMeTrigger.node';

/** Every field with its default, choices, conditions and operations. */
const TABLE = 'test/unit/nodes/fields.txt';
const OPERATIONS = new Set(['resource', 'operation', '/resource', '/operation']);

type Conditions = NonNullable<IDisplayOptions['show']>;

const conditions = (sign: string, of: Conditions = {}) =>
	Object.entries(of)
		.filter(([name]) => !OPERATIONS.has(name))
		.map(([name, values]) => ` · ${sign} ${name} ${(values as unknown[]).map(text).join(' or ')}`)
		.join('');

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const everywhere = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => `${value}.${operation.value}`),
);

/** Where a condition holds, among some operations. */
function shownIn(show: Conditions, among: string[]): string[] {
	const listed = (name: string) => [show[name], show[`/${name}`]].find(Boolean) as unknown[];
	return among.filter((one) =>
		['resource', 'operation'].every(
			(name, at) => listed(name)?.includes(one.split('.')[at]) ?? true,
		),
	);
}

/** Operations by the description of a field. */
const rows = new Map<string, string[]>();

function note(way: string, field: INodeProperties, operations: string[]): void {
	const { name, type, default: preset, displayOptions = {}, required, options = [] } = field;
	const { minValue, maxValue } = field.typeOptions ?? {};
	// Texts only for people or models.
	if (type === 'notice' || name === 'toolDescription') return;
	const { show = {} } = displayOptions;
	const where = name === 'operation' ? (show.resource as string[]) : shownIn(show, operations);
	const choices = options.flatMap((one) => ('value' in one ? String(one.value) : []));
	const row = [
		`${way}${name} = ${JSON.stringify(preset)}${required ? ', required' : ''}`,
		choices.length > 0 && name !== 'operation' ? ` · of ${choices.join(' ')}` : '',
		minValue === undefined ? '' : ` · from ${minValue}`,
		maxValue === undefined ? '' : ` · to ${maxValue}`,
		conditions('if', displayOptions.show) + conditions('unless', displayOptions.hide),
	].join('');
	rows.set(row, [...(rows.get(row) ?? []), ...where]);
	for (const inner of options) {
		if ('values' in inner) {
			for (const one of inner.values) note(`${way}${name}.${inner.name}.`, one, where);
		} else if ('type' in inner) note(`${way}${name}.`, inner, where);
	}
}

const [chooseResource, ...ofOperations] = propertiesOf(resources);

for (const [way, fields, operations] of [
	['', [chooseResource as INodeProperties], []],
	['', ofOperations, everywhere],
	['TextMe Trigger: ', pushFields, []],
	['TextMe Polling Trigger: ', pollFields, []],
	['Credential: ', new TextMeApi().properties, []],
] as const) {
	for (const field of fields) note(way, field, [...operations]);
}

/** If most operations have a field, only the others are listed. */
function placesOf(where: string[]): string {
	const others = everywhere.filter((operation) => !where.includes(operation));
	if (others.length === 0) return 'all operations';
	if (others.length <= 6) return `all operations but ${others.join(' ')}`;
	return [...new Set(where)]
		.sort((a, b) => everywhere.indexOf(a) - everywhere.indexOf(b))
		.join(' ');
}

test('has each field with the default, and shown where, the table says', () => {
	const now = [...rows].map(([row, where]) =>
		where.length > 0 ? `${row} · in ${placesOf(where)}` : row,
	);
	const table = readFileSync(TABLE, 'utf8').trimEnd().split('\n');
	expect({
		'only in the table': table.filter((row) => !now.includes(row)),
		'only in the nodes': now.filter((row) => !table.includes(row)),
	}).toEqual({ 'only in the table': [], 'only in the nodes': [] });
	expect(new Set(table).size).toBe(table.length);
});
