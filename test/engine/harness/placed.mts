import type { INodeParameters } from 'n8n-workflow';

import { GROUP_BY_OPTION } from '../../../nodes/TextMe/parameters/optionPlaces';

/** The options of a test, written side by side, in the groups in which the node has them. */
export function placed(options: INodeParameters): INodeParameters {
	const grouped: INodeParameters = {};
	for (const [name, value] of Object.entries(options)) {
		const group = GROUP_BY_OPTION.get(name);
		if (group === undefined) grouped[name] = value;
		else grouped[group] = { ...(grouped[group] as INodeParameters), [name]: value };
	}
	return grouped;
}
