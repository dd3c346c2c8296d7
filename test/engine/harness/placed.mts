import type { INodeParameters } from 'n8n-workflow';
import { GROUP_BY_OPTION } from '../../../nodes/TextMe/parameters/option';

/** Moves a test's options into the groups that the node has. */
export function placed(options: INodeParameters): INodeParameters {
	const grouped: INodeParameters = {};
	for (const [name, value] of Object.entries(options)) {
		const group = GROUP_BY_OPTION.get(name);
		if (group === undefined) grouped[name] = value;
		else grouped[group] = { ...(grouped[group] as INodeParameters), [name]: value };
	}
	return grouped;
}
