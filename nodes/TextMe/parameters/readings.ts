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

/** Options that are read together into one value; see `optionGroup`. */
export interface OptionGroup<T> {
	readers: Readers;
	/** The options that have readers. */
	own: readonly string[];
	/** All options that the value depends on. */
	names: readonly string[];
	make(values: Values<Readers>, parameters: object): T;
}

export const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
