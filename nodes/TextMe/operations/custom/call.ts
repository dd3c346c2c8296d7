import type { INodeProperties } from 'n8n-workflow';

import { InputError, plainText } from '../../../../gateway/values/checks';
import { valueOfJson } from '../../../../gateway/wire/decode';
import { passwordsIn } from '../../../../gateway/wire/credential';
import { peopleIn } from '../../../../gateway/phones/people';
import { isPlainObject } from '../../../../gateway/values/tree';
import type { GatewayTree } from '../../../../gateway/values/tree';
import { checkPremium } from '../../options/recipients';
import { messageLimit } from '../../options/runLimits';
import { call } from '../../operation';
import { requiredField } from '../../parameters/option';

const rootField = requiredField({
	displayName: 'Operation Name',
	name: 'root',
	placeholder: 'e.g. getCL',
	description: 'Name of the operation, spelled as in the documentation of the service',
	read: operationName,
});

const bodyField: INodeProperties = {
	displayName: 'Body',
	name: 'body',
	type: 'json',
	required: true,
	default: '{}',
	description:
		'The fields of the operation as a JSON object, without the operation name around it. The username is always that of the credential or of "On Behalf Of".',
};

// Assumption: whatsApp
/**
 * Any operation of the service, including those that this node does not offer (specification, Common request and response
 * rules).
 */
export const rawRequest = call({
	name: 'Call',
	value: 'call',
	action: 'Make raw request',
	description: 'Use an operation of the service that this node does not list',
	tool: {
		use: 'Call an operation of the SMS service that no other tool offers.',
		costs: 'May cost money or change the account, depending on the operation.',
		returns: 'the unchanged reply of the service.',
	},
	// A raw request may do anything, so we treat it like a send: never twice.
	effect: 'send',
	fields: [rootField, bodyField],
	options: [messageLimit],
	read(parameters) {
		const root = parameters.field(rootField);
		const body = parameters.checked('body', objectOf);
		const phones = peopleIn(body).filter((one) => one.startsWith('+'));
		checkPremium(parameters, 'body', phones);
		return { root, body };
	},
	messages: ({ body }) => Math.max(1, peopleIn(body).length),
	root: ([{ root }]) => root,
	body: ([{ body }]) => body,
	secrets: ({ body }) => passwordsIn(body),
});

function operationName(value: string): string {
	const name = plainText(value).trim();
	if (!/^[A-Za-z_][\w.-]*$/.test(name)) {
		throw new InputError('is not the name of an operation; use letters and digits without spaces');
	}
	return name;
}

function objectOf(value: unknown): GatewayTree {
	const parsed = typeof value === 'string' ? valueOfJson(value) : value;
	if (isPlainObject(parsed)) return parsed as GatewayTree;
	throw new InputError('is not a JSON object; enter one such as { "type": "mail" }');
}
