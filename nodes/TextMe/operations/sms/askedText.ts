import type { IDataObject } from 'n8n-workflow';

import { InputError, plainText } from '../../../../gateway/values/checks';
import { LINK_PLACE, textWithoutLink } from '../../../answers/answerLink';
import { languageOf, sayIn } from '../../../answers/page';
import type { Parameters } from '../../parameters/parameters';

/** A question's text, with a placeholder for the link. In human review, it describes the model's call. */
export const askedText = (parameters: Parameters): string =>
	parameters.run.isHumanReview
		? reviewedText(parameters)
		: parameters.checked('message', (message) => withPlace(parameters, plainText(message)));

const reviewedText = (parameters: Parameters): string =>
	parameters.refusedAs('message', parameters.get('message'), (message) => {
		checkShown(parameters.item);
		const text = withPlace(parameters, isObject(message) ? '' : plainText(message));
		const asked = reviewText(text, parameters.item);
		// A model's call may contain anything, and a person reads it: do not refuse odd-looking text.
		return asked === text ? parameters.intended('message', asked) : asked;
	});

/** The text with a placeholder instead of n8n's link, `{{ $execution.resumeUrl }}`, for the node's own link. */
const withPlace = ({ run }: Parameters, text: string) => text.replaceAll(run.resumeUrl, LINK_PLACE);

/**
 * n8n looks for a model's values inside a field `query` first, for the message as for the tool. With it, a model could show one
 * call and make another (n8n 2.41.1, `workflow-data-proxy.js`).
 * @throws InputError if a call has such a field
 */
function checkShown({ query, toolParameters }: IDataObject): void {
	const inMessage = fieldsIn(query).some((name) => name === 'tool' || name === 'toolParameters');
	const given = toolParameters as { query?: unknown } | null | undefined;
	if (inMessage || fieldsIn(given?.query).length > 0) {
		throw new InputError(
			'cannot show this call, because n8n would use the fields inside "query" instead; leave out "query"',
		);
	}
}

const isObject = (value: unknown) => typeof value === 'object';
const fieldsIn = (value: unknown) => (isObject(value) ? Object.keys(value ?? {}) : []);

/** An expression turns the parameters of a call into this text. n8n's default message for a review ends in them. */
const OBJECT = '[object Object]';
const NOTHING = ['', 'undefined', 'null', OBJECT];
const INPUT = 'Input:';

/** Whether this is n8n's default message, without the parameters of the model's call. */
const isByDefault = (text: string): boolean =>
	text.startsWith('The agent wants to run this tool:') &&
	NOTHING.includes(text.slice(text.lastIndexOf(INPUT) + INPUT.length).trim());

/**
 * The message of a review. For n8n's default message and for an empty one, we write a sentence with the tool and its
 * parameters.
 * @throws InputError if nothing says what to approve
 */
export function reviewText(text: string, { tool, toolParameters }: IDataObject): string {
	const isOurs = textWithoutLink(text) === '' || isByDefault(text);
	if (!isOurs && !text.includes(OBJECT)) return text;
	const name = lineOf(tool).replaceAll('_', ' ');
	const fields = fieldsOf(toolParameters);
	if (isOurs ? name === '' : toolParameters === undefined) {
		throw new InputError('does not say what to approve; write it with {{ $tool.name }}');
	}
	if (!isOurs) return text.replaceAll(OBJECT, () => linesOf(fields) || '–');
	const call = callText(name, fields);
	return `${sayIn(languageOf(call))('agentAsks')}\n${call}`;
}

type Field = [label: string, value: string];

const fieldsOf = (given: unknown): Field[] =>
	Object.entries(typeof given === 'object' ? (given ?? {}) : { Input: given })
		.map(([label, value]): Field => [lineOf(label).replaceAll('_', ' '), valueOf(value).trim()])
		.filter(([, value]) => value !== '');

const linesOf = (fields: Field[]) =>
	fields.map(([label, value]) => `${label}: ${value}`).join('\n');

const TO = /^(to|phones?|phone numbers?|recipients?)$/i;
const TEXT = /^(message|text|body|content)$/i;

/** A call in words: `Send SMS to 052-111 2233: Your order is ready`. The text comes last, because it may contain anything. */
function callText(name: string, fields: Field[]): string {
	// Of several such fields, a model may have made up all but one.
	const [to, text] = [TO, TEXT].map((label) => {
		const [field, ...others] = fields.filter(([name]) => label.test(name));
		return others.length === 0 ? field : undefined;
	});
	const others = fields.filter((field) => field !== to && field !== text);
	const begin = to ? `${name} to ${lineOf(to[1])}` : name;
	if (others.length === 0) return text ? `${begin}: ${text[1]}` : begin;
	const lines = others.map(([label, value]): Field => [label, lineOf(value)]);
	return [begin, linesOf([...lines, ...(text ? [text] : [])])].join('\n');
}

const lineOf = (value: unknown) => valueOf(value).replace(/\s+/g, ' ').trim();

function valueOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object') return String(value);
	if (Array.isArray(value)) return value.map(lineOf).join(value.some(isObject) ? '; ' : ', ');
	return Object.entries(value)
		.map(([name, one]) => `${name}: ${lineOf(one)}`)
		.join(', ');
}
