/** What a field takes. The values are those of n8n's own forms. */
export type FieldType = 'checkbox' | 'date' | 'number' | 'radio' | 'text';

/** One field of the form on the page. */
export interface FormField {
	label: string;
	type: FieldType;
	isRequired: boolean;
	/** What to choose from. */
	choices: string[];
}

/** The form as it was sent: texts by the names of the inputs, where the browser sent what the page holds. */
export type SentForm = Readonly<Record<string, unknown>>;

/** What is wrong with what a person entered. */
export type Fault = 'missing' | 'notNumber' | 'notDate' | 'notChoice' | 'tooLong';

type Value = string | number | null | string[];
type Read = { value: Value } | { fault: Fault };

/** Characters of an answer in a text. Our own limit: what a person writes on a phone is shorter. */
export const MAX_ANSWER_CHARACTERS = 2000;

/** Names of inputs: a choice is sent as its place among the choices, each checkbox under a name of its own. */
export const inputName = (field: number): string => `field${field}`;
export const checkboxName = (field: number, choice: number): string => `field${field}-${choice}`;

/** What was entered in an input; forms send line breaks as CR LF, which `maxlength` of a page counts as one. */
export function entered(form: SentForm, name: string): string {
	const text = form[name];
	return typeof text === 'string' ? text.replaceAll('\r\n', '\n').trim() : '';
}

const NUMBER = /^[-+]?(\d{1,15}\.?\d{0,15}|\.\d{1,15})(e[-+]?\d{1,2})?$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const PLACE = /^\d{1,4}$/;

const isDate = (text: string) =>
	DATE.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text);

/** Reads what was entered in a field of a type, where it is not empty. */
const READERS: Readonly<
	Record<Exclude<FieldType, 'checkbox'>, (text: string, field: FormField) => Read>
> = {
	text: (text) => (text.length > MAX_ANSWER_CHARACTERS ? { fault: 'tooLong' } : { value: text }),
	number: (text) => (NUMBER.test(text) ? { value: Number(text) } : { fault: 'notNumber' }),
	date: (text) => (isDate(text) ? { value: text } : { fault: 'notDate' }),
	radio: (text, { choices }) => {
		const choice = PLACE.test(text) ? choices[Number(text)] : undefined;
		return choice === undefined ? { fault: 'notChoice' } : { value: choice };
	},
};

/** What comes out of a field that nothing was entered in. */
const NOTHING: Readonly<Record<FieldType, Value>> = {
	checkbox: [],
	date: '',
	number: null,
	radio: '',
	text: '',
};

function readField(form: SentForm, field: FormField, index: number): Read {
	const nothing: Read = field.isRequired ? { fault: 'missing' } : { value: NOTHING[field.type] };
	if (field.type !== 'checkbox') {
		const text = entered(form, inputName(index));
		return text === '' ? nothing : READERS[field.type](text, field);
	}
	const known = field.choices.map((_, choice) => checkboxName(index, choice));
	const marked = Object.keys(form).filter((name) => name.startsWith(`${inputName(index)}-`));
	if (marked.some((name) => !known.includes(name))) return { fault: 'notChoice' };
	const value = field.choices.filter(
		(_, choice) => known[choice] !== undefined && marked.includes(known[choice]),
	);
	return value.length === 0 ? nothing : { value };
}

/** The answers by the labels of their fields, and what is wrong with the others, by the places of their fields. */
export function readForm(fields: readonly FormField[], form: SentForm) {
	const data: Array<[string, Value]> = [];
	const faults: Record<number, Fault> = {};
	for (const [index, field] of fields.entries()) {
		const read = readField(form, field, index);
		if ('fault' in read) faults[index] = read.fault;
		else data.push([field.label, read.value]);
	}
	return { data: Object.fromEntries(data), faults };
}

/** The answers of somebody who gave none. */
export const noAnswers = (fields: readonly FormField[]): Record<string, Value> =>
	Object.fromEntries(fields.map(({ label, type }) => [label, NOTHING[type]]));
