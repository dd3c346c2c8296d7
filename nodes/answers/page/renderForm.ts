import type { FormField, SentBack, SentForm } from '../form';
import { checkboxName, entered, inputName, MAX_ANSWER_CHARACTERS } from '../form';
import { escapeHtml } from './escapeHtml';
import type { PageTexts } from './pageTexts';

/** The fields of a form, with their entries and faults if it is sent back. */
export const formFields = (
	fields: readonly FormField[],
	texts: PageTexts,
	{ form, faults }: SentBack,
): string =>
	fields
		.map((field, index) => {
			const fault = faults[index];
			const label = `${escapeHtml(field.label)}${field.isRequired ? '' : ` <span class="optional">${texts.optional}</span>`}`;
			const said = fault ? `<p class="fault" id="fault${index}">${texts.faults[fault]}</p>` : '';
			const marks = fault ? ` aria-invalid="true" aria-describedby="fault${index}"` : '';
			return `<div class="field">${INPUTS[field.type]({ field, index, form, label, marks })}${said}</div>`;
		})
		.join('\n');

interface Shown {
	field: FormField;
	index: number;
	form: SentForm;
	label: string;
	/** Attributes that tie an input to its fault. */
	marks: string;
}

const required = ({ isRequired }: FormField) => (isRequired ? ' required' : '');

// Browsers drop a line break right after the tag. With this one, the answer keeps its own.
export const textArea = (name: string, label: string, value: string, attributes: string): string =>
	`<label for="${name}" dir="auto">${label}</label>
<textarea id="${name}" name="${name}"${attributes} maxlength="${MAX_ANSWER_CHARACTERS}">
${escapeHtml(value)}</textarea>`;

const single =
	(attributes: string) =>
	({ field, index, form, label, marks }: Shown): string => {
		const name = inputName(index);
		return `<label for="${name}" dir="auto">${label}</label>
<input id="${name}" name="${name}" ${attributes} value="${escapeHtml(entered(form, name))}"${required(field)}${marks}>`;
	};

/** Choices, each with an input of its own. */
const group =
	(input: (shown: Shown, choice: number) => string) =>
	(shown: Shown): string => {
		const choices = shown.field.choices.map(
			(choice, place) =>
				`<label class="choice"><input ${input(shown, place)}> <span dir="auto">${escapeHtml(choice)}</span></label>`,
		);
		return `<fieldset${shown.marks}><legend dir="auto">${shown.label}</legend>
${choices.join('\n')}</fieldset>`;
	};

const INPUTS: Readonly<Record<FormField['type'], (shown: Shown) => string>> = {
	text: ({ field, index, form, label, marks }) => {
		const name = inputName(index);
		const attributes = ` class="short"${required(field)}${marks}`;
		return textArea(name, label, entered(form, name), attributes);
	},
	number: single('type="number" step="any" inputmode="decimal"'),
	date: single('type="date"'),
	radio: group(({ field, index, form }, choice) => {
		const name = inputName(index);
		const isChosen = entered(form, name) === String(choice);
		return `type="radio" name="${name}" value="${choice}"${isChosen ? ' checked' : ''}${required(field)}`;
	}),
	// HTML cannot require that any one checkbox of a group is checked.
	checkbox: group(({ field, index, form }, choice) => {
		const name = checkboxName(index, choice);
		const isOnly = field.choices.length === 1;
		return `type="checkbox" name="${name}" value="1"${name in form ? ' checked' : ''}${isOnly ? required(field) : ''}`;
	}),
};
