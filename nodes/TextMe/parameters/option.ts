import type { INodeProperties } from 'n8n-workflow';

/** The name of the field or option at a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Checks and converts an option's value. Throws an InputError for what the gateway would refuse. */
export interface Reading<V, T> {
	(value: V, now: number): T;
	/** Whether the option may be empty: with any empty value, or only with an empty text. */
	takesEmpty?: true | 'text';
}

/** An option: its field in the panel, and the reader of its value. */
export interface Option<T = unknown> extends INodeProperties {
	read: Reading<never, T>;
}

/** A function only so that TypeScript infers the type of the option's value. */
export const option = <V, T>(one: INodeProperties & { read: Reading<V, T> }): Option<T> =>
	one as Option<T>;

export const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Reads an option. An empty option counts as not added. */
export const unlessEmpty = <V, T>(read: (value: V, now: number) => T) =>
	Object.assign(
		(value: V, now: number): T | undefined => (isEmpty(value) ? undefined : read(value, now)),
		{ takesEmpty: true as const },
	);
