/** Checks and converts an option's value. Throws an InputError for what the gateway would refuse. */
export interface Reading<V, T> {
	(value: V, now: number): T;
	/** Whether the option may be empty: with any empty value, or only with an empty text. */
	takesEmpty?: true | 'text';
}

export type Readers = Record<string, Reading<never, unknown>>;

/** The options of a group that were added, as their readers return them. */
export type Values<R extends Readers> = {
	[Name in keyof R]?: Exclude<ReturnType<R[Name]>, undefined>;
};

/** Options that form one value: see `optionGroup`. */
export interface OptionGroup<T> {
	readers: Readers;
	/** The options that have readers. */
	own: readonly string[];
	/** All options on which the value depends. */
	names: readonly string[];
	make(values: Values<Readers>, parameters: object): T;
}

export const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
