import type { NodeResult } from './runNode.mts';

/** Everything in a run that a person, a workflow or a log can see. */
export const visible = ({ items, errors, error, hints }: NodeResult) =>
	JSON.stringify([items, errors, hints, error?.message, error?.description, error?.context, error]);
