import type { INodeProperties } from 'n8n-workflow';

export const DEFAULT_SECONDS = 10;
export const MOST_SECONDS = 60;

export const quietSeconds: INodeProperties = {
	displayName: 'Seconds of Quiet',
	name: 'quietSeconds',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 1, maxValue: MOST_SECONDS },
	displayOptions: { show: { executions: ['conversation'] } },
	default: DEFAULT_SECONDS,
	description: `The workflow goes on when a person has written nothing for so long, ${MOST_SECONDS} seconds at most`,
};

/** In milliseconds; undefined for what the field must not be. */
export function readQuiet(value: unknown): number | undefined {
	const seconds = Number(value);
	return seconds >= 1 && seconds <= MOST_SECONDS ? seconds * 1_000 : undefined;
}
