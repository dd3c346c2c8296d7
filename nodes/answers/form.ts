/** A field's type. The values are those of n8n's own forms. */
export type FieldType = 'checkbox' | 'date' | 'number' | 'radio' | 'text' | 'textarea';

export interface FormField {
	label: string;
	type: FieldType;
	isRequired: boolean;
	/** For `checkbox` and `radio`. */
	choices: string[];
}

/** A submitted form: texts by input name. A forged form may hold anything. */
export type SentForm = Readonly<Record<string, unknown>>;

export type Fault = 'missing' | 'notNumber' | 'notDate' | 'notChoice' | 'tooLongField';

type Value = string | number | null | string[];

/** Characters of a text answer. Our own limit: people write less on a phone. */
export const MAX_ANSWER_CHARACTERS = 2000;

export const inputName = (field: number): string => `field${field}`;

/** An input's text. Forms send a line break as CR LF, which `maxlength` counts as one character. */
export function entered(form: SentForm, name: string): string {
	const text = form[name];
	return typeof text === 'string' ? text.replaceAll('\r\n', '\n').trim() : '';
}

/** The choices in an input, each sent as its index. */
export const chosen = (form: SentForm, name: string): unknown[] =>
	[form[name] ?? []].flat().filter((index) => index !== '');

const NUMBER = /^[-+]?(\d{1,15}\.?\d{0,15}|\.\d{1,15})(e[-+]?\d{1,2})?$/i;

const isDate = (text: string) =>
	/^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true;

const textValue = (text: string) => (text.length > MAX_ANSWER_CHARACTERS ? undefined : text);

/** By type: the value of an empty field, a reader for entries, and the fault if the reader returns undefined. */
const TYPES: Readonly<Record<FieldType, [Value, (text: string) => Value | undefined, Fault]>> = {
	text: ['', textValue, 'tooLongField'],
	textarea: ['', textValue, 'tooLongField'],
	number: [null, (text) => (NUMBER.test(text) ? Number(text) : undefined), 'notNumber'],
	date: ['', (text) => (isDate(text) ? text : undefined), 'notDate'],
	radio: ['', () => undefined, 'notChoice'],
	checkbox: [[], () => undefined, 'notChoice'],
};

/** @returns undefined if nothing was entered; otherwise the value, and the fault if the value is undefined */
function readEntry(form: SentForm, name: string, { type, choices }: FormField) {
	const [, read, fault] = TYPES[type];
	if (type !== 'radio' && type !== 'checkbox') {
		const text = entered(form, name);
		return text === '' ? undefined : { value: read(text), fault };
	}
	const sent = chosen(form, name);
	const made = choices.filter((_, choice) => sent.includes(String(choice)));
	const isValid = made.length === sent.length && (type === 'checkbox' || made.length === 1);
	if (sent.length === 0) return undefined;
	return { value: isValid ? (type === 'radio' ? made[0] : made) : undefined, fault };
}

/** The valid answers by field label, and the faults of the other fields by index. */
export function readForm(fields: readonly FormField[], form: SentForm) {
	const data: Array<[string, Value]> = [];
	const faults: Record<number, Fault> = {};
	for (const [index, field] of fields.entries()) {
		const [empty] = TYPES[field.type];
		const nothing = { value: field.isRequired ? undefined : empty, fault: 'missing' as const };
		const { value, fault } = readEntry(form, inputName(index), field) ?? nothing;
		if (value === undefined) faults[index] = fault;
		else data.push([field.label, value]);
	}
	return { data: Object.fromEntries(data), faults };
}

/** The data of an unanswered form: all fields empty. */
export const noAnswers = (fields: readonly FormField[]): Record<string, Value> =>
	Object.fromEntries(fields.map(({ label, type }) => [label, TYPES[type][0]]));
