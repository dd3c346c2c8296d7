import type { INodeParameters } from 'n8n-workflow';
import { inspect } from 'node:util';

import type { OperationCall } from './operationCalls.mts';

const PASSWORD = 'Haifa#1948-pass';
const CODE = '918273';

const valueOf = (text: string) =>
	`${JSON.stringify([...text].reverse().join(''))}.split("").reverse().join("")`;

/** An expression whose value stands nowhere in the workflow, as that of a secret store. */
const hidden = (text: string) => `={{ ${valueOf(text)} }}`;

/** What the calls of the table are changed in, so that the workflow itself gives no secret away. */
const HIDDEN: Record<string, INodeParameters> = {
	'subAccount.create': { password: hidden(PASSWORD) },
	'otp.verify': { code: hidden(CODE) },
};

/** Calls that have a secret to keep beside the token. */
export const withHiddenSecrets = (call: OperationCall): OperationCall => {
	const values = HIDDEN[call.operation];
	return values === undefined
		? call
		: { ...call, values: { ...call.values, ...values }, prepare: undefined };
};

/** A sub-account that is opened by Custom, Call. */
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

/** Input that is refused, some of it a secret with something wrong about it. */
export const BAD_INPUT: Record<string, INodeParameters> = {
	'subAccount.create': { password: hidden(`${PASSWORD}\u0001`) },
	'otp.verify': { code: hidden(`${CODE}x`) },
	'custom.call': { body: hidden(`{"password": "${PASSWORD}"`) },
};

export const FIXED_SECRETS = [PASSWORD, CODE];

/** A random number of n8n's, which may hold the digits of the code by chance. */
const RESUME_TOKEN = /resumeToken: '\w+'/g;

/** Everything that can be seen of a value: hidden properties, stacks and causes too. */
export const everything = (value: unknown): string =>
	inspect(value, {
		depth: Infinity,
		showHidden: true,
		getters: false,
		maxArrayLength: Infinity,
		maxStringLength: Infinity,
		breakLength: Infinity,
	}).replaceAll(RESUME_TOKEN, '');

/** Around each place where one of the secrets stands in a text. */
export const leaks = (text: string, secrets: string[]): string[] =>
	secrets.flatMap((secret) =>
		[...text.matchAll(new RegExp(secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g'))].map(
			({ index }) => `…${text.slice(Math.max(0, index - 80), index)}»${secret}«`,
		),
	);
