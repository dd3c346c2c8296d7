import type { Parameters } from '../parameters';

/** Checks the value of an option and converts it. Raises an InputError for what the gateway does not accept. */
export interface Reading<V, T> {
	(value: V, now: number): T;
	/** Whether the option may be added and left empty: with any empty value, or only with an empty text. */
	takesEmpty?: true | 'text';
}

export type Readers = Record<string, Reading<never, unknown>>;

/** The options of a group that were added, as their readers return them. */
export type Values<R extends Readers> = {
	[Name in keyof R]?: Exclude<ReturnType<R[Name]>, undefined>;
};

/** Options that are read together into one value. */
export interface OptionGroup<T> {
	readers: Readers;
	/** All options that the value depends on. */
	names: string[];
	make(values: Values<Readers>, parameters: Parameters): T;
}

/**
 * The schema of a group of options. Its value is made once for all items while none of its options holds an expression.
 *
 * @param inner groups that `make` reads
 */
export const optionGroup = <R extends Readers, T>(
	readers: R,
	make: (values: Values<R>, parameters: Parameters) => T,
	inner: Array<OptionGroup<unknown>> = [],
): OptionGroup<T> => ({
	readers,
	names: [...Object.keys(readers), ...inner.flatMap(({ names }) => names)],
	make: make as OptionGroup<T>['make'],
});

export const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Reads an option. An empty one counts as not added. */
export const unlessEmpty = <V, T>(read: (value: V, now: number) => T) =>
	Object.assign(
		(value: V, now: number): T | undefined => (isEmpty(value) ? undefined : read(value, now)),
		{ takesEmpty: true as const },
	);
