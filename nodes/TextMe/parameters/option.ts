import type { INodeProperties } from 'n8n-workflow';

import type { OptionName } from './optionPlaces';

/** Checks and converts an option's value. Throws an InputError for what the gateway would refuse. */
export interface Reading<V, T> {
	(value: V, now: number): T;
	/** Whether the option may be empty: with any empty value, or only with an empty text. */
	takesEmpty?: true | 'text';
}

/** An option: its field in the panel, and the reader of its value. `optionPlaces.ts` has its group. */
export interface Option<T = unknown> extends INodeProperties {
	name: OptionName;
	read: Reading<never, T>;
}

/** A function only so that TypeScript infers the type of the option's value. */
export const option = <V, T>(
	one: INodeProperties & { name: OptionName; read: Reading<V, T> },
): Option<T> => one as Option<T>;

export const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Reads an option. An empty option counts as not added. */
export const unlessEmpty = <V, T>(read: (value: V, now: number) => T) =>
	Object.assign(
		(value: V, now: number): T | undefined => (isEmpty(value) ? undefined : read(value, now)),
		{ takesEmpty: true as const },
	);
