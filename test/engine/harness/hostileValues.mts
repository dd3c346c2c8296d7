import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import type { Operation } from '../../../nodes/TextMe/operation';

/** A parameter of an operation that takes text from the user. */
export interface TextPlace {
	name: string;
	put: (parameters: INodeParameters, text: string) => INodeParameters;
}

type Change = (parameters: INodeParameters, change: INodeParameters) => INodeParameters;

const isText = ({ type }: INodeProperties) =>
	type === 'string' || type === 'options' || type === 'multiOptions';

/** The property's values with the text filled in, by path; empty if it takes no text. */
export function valuesWith(
	property: INodeProperties,
	text: string,
): Array<[string, NodeParameterValueType]> {
	const { name, type, options = [] } = property;
	if (isText(property)) return [[name, text]];
	if (type === 'resourceLocator') return [[name, { __rl: true, mode: 'id', value: text }]];
	if (type === 'collection') {
		return (options as INodeProperties[]).flatMap((inner) =>
			valuesWith(inner, text).map(([path, value]): [string, NodeParameterValueType] => [
				`${name}.${path}`,
				{ [inner.name]: value },
			]),
		);
	}
	if (type === 'fixedCollection') {
		return options.flatMap((group) => {
			const { values = [] } = group as { values?: INodeProperties[] };
			const entry = Object.fromEntries(values.flatMap((inner) => valuesWith(inner, text)));
			const isList = property.typeOptions?.multipleValues === true;
			if (Object.keys(entry).length === 0) return [];
			return [[name, { [group.name]: isList ? [entry] : entry }]] as Array<
				[string, NodeParameterValueType]
			>;
		});
	}
	return [];
}

/** Every parameter of an operation that takes text from a person or an expression. */
export function textPlaces(operation: Operation, options: INodeProperties[]): TextPlace[] {
	const placesOf = (fields: INodeProperties[], way: string, put: Change) =>
		fields.flatMap((field) =>
			valuesWith(field, '').map(([name], index): TextPlace => ({
				name: way + name,
				put: (parameters, text) =>
					put(parameters, { [field.name]: valuesWith(field, text)[index]?.[1] }),
			})),
		);
	return [
		...placesOf(operation.fields, '', (parameters, change) => ({ ...parameters, ...change })),
		...placesOf(options, 'options.', ({ options: others, ...parameters }, change) => ({
			...parameters,
			options: { ...(others as INodeParameters), ...change },
		})),
	];
}
