import type { INodeProperties } from 'n8n-workflow';

import { OF_OPERATIONS } from '../../nodes/TextMe/parameters/optionPlaces';
import { expectBadInput } from './harness/expectBadInput.mts';
import { CALL_ITEMS, OPERATION_CALLS } from './harness/operationCalls.mts';
import { textMePackage } from './harness/textMePackage.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { TEXT_AND_CALL } from './harness/voiceSend.mts';

const fixture = useSandbox();

/** Empty values have a meaning here: no IDs, no list. The descriptions say so. */
const MAY_BE_EMPTY = ['contactList', 'externalIds'];
/** Switches that would send something else, or to the wrong people, if they were off. */
const SWITCHES = ['addDynamic'];

async function optionsOf(key: string): Promise<INodeProperties[]> {
	const [resource = '', operation = ''] = key.split('.');
	const { nodeTypes } = await textMePackage();
	const { properties } = nodeTypes.getByNameAndVersion('n8n-nodes-textme.textMe').description;
	const own = properties.find(
		({ name, displayOptions }) =>
			name === 'options' && displayOptions?.show?.resource?.includes(resource),
	);
	return ((own?.options ?? []) as INodeProperties[])
		.flatMap((entry) =>
			entry.type === 'collection' ? (entry.options as INodeProperties[]) : [entry],
		)
		.flatMap(({ displayOptions, ...option }) => {
			const { [OF_OPERATIONS]: some = [operation], ...show } = displayOptions?.show ?? {};
			if (!some.includes(operation)) return [];
			return Object.keys(show).length > 0 ? { ...option, displayOptions: { show } } : option;
		});
}

const needsValue = ({ name, type, displayOptions }: INodeProperties) =>
	!MAY_BE_EMPTY.includes(name) &&
	// Options of tools are only for models, options of a response type only for that type.
	displayOptions?.show === undefined &&
	(['string', 'number', 'options', 'dateTime'].includes(type) || SWITCHES.includes(name));

test.each(OPERATION_CALLS.filter(({ prepare }) => !prepare).map((each) => [each.operation, each]))(
	'refuses every option whose expression yields nothing: %s',
	async (operation, { values, as }) => {
		const [resource = '', name = ''] = operation.split('.');
		const options = (await optionsOf(operation)).filter(needsValue);
		expect(options.length).toBeGreaterThan(0);
		for (const option of options) {
			const { error } = await fixture.run(
				{
					resource,
					operation: name,
					...values,
					// A call has fewer options than a text.
					...('reachBy' in values && { reachBy: TEXT_AND_CALL }),
					options: { [option.name]: '={{ $json.missing }}' },
				},
				{ items: CALL_ITEMS, ...(as && { account: fixture.sandbox[as] }) },
			);
			expectBadInput(fixture, error, `'${option.displayName}' is empty`);
		}
	},
);
