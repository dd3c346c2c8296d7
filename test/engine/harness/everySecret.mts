import type { INodeParameters } from 'n8n-workflow';
import { inspect } from 'node:util';
import type { OperationCall } from './operationCalls.mts';

const PASSWORD = 'Haifa#1948-pass';
const CODE = '918273';

const valueOf = (text: string) =>
	`${JSON.stringify([...text].reverse().join(''))}.split("").reverse().join("")`;

/** An expression whose value is not in the workflow, as from a secret store. */
const hidden = (text: string) => `={{ ${valueOf(text)} }}`;

/** Replacements for values of `OPERATION_CALLS`, so that the workflow contains no secret. */
const HIDDEN: Record<string, INodeParameters> = {
	'subAccount.create': { password: hidden(PASSWORD) },
	'otp.verify': { code: hidden(CODE) },
};

export const withHiddenSecrets = (call: OperationCall): OperationCall => {
	const values = HIDDEN[call.operation];
	return values === undefined
		? call
		: { ...call, values: { ...call.values, ...values }, prepare: undefined };
};

/** Opens a sub-account with Raw Request → Call. */
export const OPENING_CALL: OperationCall = {
	operation: 'custom.call',
	variant: 'opening a sub-account',
	as: 'reseller',
	values: {
		root: 'addSub',
		body: `={{ ({ userDetails: {
			name: "Haifa", username: "branch-eilat", source: "TextMe", amount: "1",
			password: ${valueOf(PASSWORD)}
		} }) }}`,
	},
};

/** Refused input that contains a secret. */
export const BAD_INPUT: Record<string, INodeParameters> = {
	'subAccount.create': { password: hidden(`${PASSWORD}\u0001`) },
	'otp.verify': { code: hidden(`${CODE}x`) },
	'custom.call': { body: hidden(`{"password": "${PASSWORD}"`) },
};

export const FIXED_SECRETS = [PASSWORD, CODE];

/** n8n's random token, which may contain the code's digits by chance. */
const RESUME_TOKEN = /resumeToken: '\w+'/g;

/** Everything visible in a value, including hidden properties, stacks and causes. */
export const everything = (value: unknown): string =>
	inspect(value, {
		depth: Infinity,
		showHidden: true,
		getters: false,
		maxArrayLength: Infinity,
		maxStringLength: Infinity,
		breakLength: Infinity,
	}).replaceAll(RESUME_TOKEN, '');

/** Every secret found in a text, with the characters before it. */
export const leaks = (text: string, secrets: string[]): string[] =>
	secrets.flatMap((secret) =>
		[...text.matchAll(new RegExp(secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g'))].map(
			({ index }) => `…${text.slice(Math.max(0, index - 80), index)}»${secret}«`,
		),
	);
