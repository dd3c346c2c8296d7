/** The type of a field, with the values of n8n's own forms. */
export type FieldType = 'checkbox' | 'date' | 'number' | 'radio' | 'text';

export interface FormField {
	label: string;
	type: FieldType;
	isRequired: boolean;
	/** For the types `checkbox` and `radio`. */
	choices: string[];
}

/** A submitted form: texts by input name, unless it did not come from our page. */
export type SentForm = Readonly<Record<string, unknown>>;

/** Why an entry is invalid. */
export type Fault = 'missing' | 'notNumber' | 'notDate' | 'notChoice' | 'tooLong';

/** A form that is shown again, with its faults by field. */
export interface SentBack {
	form: SentForm;
	faults: Readonly<Record<number, Fault>>;
}

type Value = string | number | null | string[];
type Read = { value: Value } | { fault: Fault };

/** Most characters of a text answer. Our own limit: people write less on a phone. */
export const MAX_ANSWER_CHARACTERS = 2000;

/** Input names. A choice is sent as its index among the choices, each checkbox under a name of its own. */
export const inputName = (field: number): string => `field${field}`;
export const checkboxName = (field: number, choice: number): string => `field${field}-${choice}`;

/** The text entered in an input. Forms send a line break as CR LF, which `maxlength` counts as one character. */
export function entered(form: SentForm, name: string): string {
	const text = form[name];
	return typeof text === 'string' ? text.replaceAll('\r\n', '\n').trim() : '';
}

const NUMBER = /^[-+]?(\d{1,15}\.?\d{0,15}|\.\d{1,15})(e[-+]?\d{1,2})?$/i;
const INDEX = /^\d{1,4}$/;

const isDate = (text: string) => new Date(`${text}T00:00Z`).toJSON()?.startsWith(text);

/** Reads an entry that is not empty, by field type. */
const READERS: Readonly<
	Record<Exclude<FieldType, 'checkbox'>, (text: string, field: FormField) => Read>
> = {
	text: (text) => (text.length > MAX_ANSWER_CHARACTERS ? { fault: 'tooLong' } : { value: text }),
	number: (text) => (NUMBER.test(text) ? { value: Number(text) } : { fault: 'notNumber' }),
	date: (text) => (isDate(text) ? { value: text } : { fault: 'notDate' }),
	radio: (text, { choices }) => {
		const choice = INDEX.test(text) ? choices[Number(text)] : undefined;
		return choice === undefined ? { fault: 'notChoice' } : { value: choice };
	},
};

const EMPTY: Readonly<Record<FieldType, Value>> = {
	checkbox: [],
	date: '',
	number: null,
	radio: '',
	text: '',
};

function readField(form: SentForm, field: FormField, index: number): Read {
	const nothing: Read = field.isRequired ? { fault: 'missing' } : { value: EMPTY[field.type] };
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

/** The valid answers by field label, and the faults of the others by field index. */
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

/** The data of a form that nobody answered: all fields empty. */
export const noAnswers = (fields: readonly FormField[]): Record<string, Value> =>
	Object.fromEntries(fields.map(({ label, type }) => [label, EMPTY[type]]));
