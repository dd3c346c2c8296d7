import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { checkRange, checkSwitch, isEmpty, oneOf } from '../../../gateway/values/checks';

/** Checks and converts an option's value. Throws an InputError for what the gateway would refuse. */
export interface Reading<V, T> {
	(value: V): T;
	/** Whether the option may be empty: with any empty value, or only with an empty text. */
	takesEmpty?: true | 'text';
}

/** A field or an option in the panel, with the reader of its value. */
export interface Option<T = unknown> extends INodeProperties {
	read: Reading<never, T>;
}

/** The fields and options of an operation, and the fields of a collection. */
export interface Panel {
	readonly fields: ReadonlyMap<string, INodeProperties>;
	/** The names of the options. */
	readonly options: ReadonlySet<string>;
}

/** A function only so that TypeScript infers the type of the option's value. */
export const option = <V, T>(one: INodeProperties & { read: Reading<V, T> }): Option<T> =>
	one as Option<T>;

/** Reads an option. An empty option counts as not added. */
export const unlessEmpty = <V, T>(read: (value: V) => T) =>
	Object.assign((value: V): T | undefined => (isEmpty(value) ? undefined : read(value)), {
		takesEmpty: true as const,
	});

/** A field or an option without what its maker says of it. */
type Own = Omit<INodeProperties, 'type' | 'default'>;

/** Text, empty at first. */
export const textField = <One extends Own>(own: One) => ({
	...own,
	type: 'string' as const,
	default: '',
});

export const requiredField = <One extends Own>(own: One) => ({ ...textField(own), required: true });

/** A whole number from `min` to `max`. */
export const numberField = <One extends Own & { default: number }>({
	min,
	max = Infinity,
	...own
}: One & { min: number; max?: number }) => ({
	...own,
	type: 'number' as const,
	typeOptions: { minValue: min, ...(max < Infinity && { maxValue: max }) },
	read: (value: unknown) => checkRange(value, min, max),
});

/** A drop-down, whose value an expression may give. */
export const choiceField = <
	One extends Omit<Own, 'options'> & { options: INodePropertyOptions[]; default: string },
>(
	own: One,
) => {
	const choices = own.options.map(({ value }) => String(value));
	const read = (value: string | number) => oneOf(choices, value);
	return { ...own, type: 'options' as const, read };
};

/** On when it is added. An empty one counts as not added. */
export const switchOption = <One extends Own>(own: One) => ({
	...own,
	type: 'boolean' as const,
	default: true,
	read: unlessEmpty(checkSwitch),
});

/**
 * A field to choose from a list of the service, or to fill in.
 * @param search the node's method that gives the list
 */
export const listField = <One extends Own>(
	own: One,
	[search, whatToDo]: readonly [search: string, whatToDo: string],
	filledIn: Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'>,
) => ({
	...own,
	type: 'resourceLocator' as const,
	required: true,
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list' as const,
			placeholder: whatToDo,
			typeOptions: { searchListMethod: search, searchable: true },
		},
		{ ...filledIn, type: 'string' as const },
	],
});
