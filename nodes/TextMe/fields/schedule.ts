import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../gateway/checks';
import { fromGatewayDate, toGatewayDate, toInstant } from '../../../gateway/dates';
import type { DateInput } from '../../../gateway/dates';

export const scheduleOption: INodeProperties = {
	displayName: 'Schedule',
	name: 'timing',
	type: 'dateTime',
	default: '',
	description:
		'When to send. A time without a time zone is Israel time. To send at once, remove this option.',
};

/** Milliseconds that a schedule may be past: the minute it is set for. The service sends a past one at once. */
const JUST_NOW = 60_000;

/** @throws InputError for an invalid date and for a past one */
export function checkNotPast(value: DateInput, now: number): void {
	const instant = toInstant(value);
	if (instant >= now - JUST_NOW) return;
	throw new InputError(
		`is past (${fromGatewayDate(toGatewayDate(instant))}); enter a time in the future, or remove the option to send at once`,
	);
}
