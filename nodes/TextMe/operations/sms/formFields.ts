import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	checkChoice,
	checkFilledIn,
	InputError,
	plainText,
} from '../../../../gateway/values/checks';
import type { FieldType, FormField } from '../../../answers/form';

const CHOSEN_FROM: readonly FieldType[] = ['radio', 'checkbox'];

/** Names and values as in n8n's own forms, where those have the same fields. */
export const formFields: INodeProperties = {
	displayName: 'Form Fields',
	name: 'formFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add field',
	default: { values: [{ fieldLabel: '', fieldType: 'text', choices: '', requiredField: false }] },
	description: 'What the person fills in. The output has each answer under its label.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Label',
					name: 'fieldLabel',
					type: 'string',
					default: '',
					placeholder: 'e.g. When should we come?',
					description: 'What the person reads above the field',
				},
				{
					displayName: 'Type',
					name: 'fieldType',
					type: 'options',
					options: [
						{ name: 'Checkboxes', value: 'checkbox' },
						{ name: 'Choice', value: 'radio' },
						{ name: 'Date', value: 'date' },
						{ name: 'Number', value: 'number' },
						{ name: 'Text', value: 'text' },
						{ name: 'Textarea', value: 'textarea' },
					],
					default: 'text',
				},
				{
					displayName: 'Choices',
					name: 'choices',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					placeholder: 'e.g. Morning',
					description: 'One on each line',
					displayOptions: { show: { fieldType: [...CHOSEN_FROM] } },
				},
				{
					displayName: 'Required',
					name: 'requiredField',
					type: 'boolean',
					default: false,
					description: 'Whether the form can only be sent with this field filled in',
				},
			],
		},
	],
	displayOptions: { show: { responseType: ['form'] } },
};

const TYPES: readonly FieldType[] = ['checkbox', 'date', 'number', 'radio', 'text', 'textarea'];

/**
 * Reads and checks a form's fields.
 * @throws InputError
 */
export function readFormFields({ values = [] }: { values?: IDataObject[] }): FormField[] {
	if (values.length === 0) throw new InputError('is empty; add at least one field');
	const fields = values.map(readField);
	const labels = fields.map(({ label }) => label);
	const repeated = labels.find((label, index) => labels.indexOf(label) < index);
	if (repeated === undefined) return fields;
	throw new InputError(`has two fields called "${repeated}"; give each a label of its own`);
}

function readField(field: IDataObject, index: number): FormField {
	const label = line(field.fieldLabel);
	if (label === '') throw new InputError(`has no label for field ${index + 1}; enter one`);
	const type = checkChoice(String(field.fieldType), TYPES) as FieldType;
	const choices = CHOSEN_FROM.includes(type) ? readChoices(field.choices) : [];
	const least = type === 'radio' ? 2 : 1;
	if (CHOSEN_FROM.includes(type) && choices.length < least) {
		throw new InputError(
			`has too few choices for "${label}"; enter at least ${least}, each on a line of its own`,
		);
	}
	return { label, type, isRequired: field.requiredField === true, choices };
}

const line = (value: unknown) => checkFilledIn(plainText(value)).trim();

/** Choices without duplicates: one per line, or an array from an expression. */
export function readChoices(value: unknown): string[] {
	const lines = Array.isArray(value) ? value.map(plainText) : plainText(value).split(/[\r\n]+/);
	return [...new Set(lines.map(line).filter((choice) => choice !== ''))];
}
