import type { NodeResult } from './runNode.mts';

/** Everything a person, a workflow or a log gets to see of a run. */
export const visible = ({ items, errors, error, hints }: NodeResult) =>
	JSON.stringify([items, errors, hints, error?.message, error?.description, error?.context, error]);
