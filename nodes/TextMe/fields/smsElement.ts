import type { INodeProperties } from 'n8n-workflow';

import { checkSwitch } from '../../../gateway/checks';
import { checkSender } from '../../../gateway/identifiers';
import { DYNAMIC_CONTACT_LISTS } from '../../../gateway/limits';
import { checkMessage } from '../../../gateway/messageLength';
import type { GatewayTree } from '../../../gateway/tree';
import type { Parameters } from '../parameters';
import { checkWithoutFields } from './contactLists';
import type { Outgoing } from './outgoing';
import { destinations, externalIdsOption } from './recipients';
import type { Destinations, Phone } from './recipients';
import { links, linksOption } from './links';
import { checkOptOut, sendSettingOptions, sendSettings } from './sendSettings';

const mergeContactFields: INodeProperties = {
	displayName: 'Merge Contact Fields',
	name: 'addDynamic',
	type: 'boolean',
	default: true,
	description:
		'Whether to replace [DYNAMIC_FIELD1] to [DYNAMIC_FIELD6] in the message with the fields of each contact. Needs exactly one contact list and no phone numbers.',
};

const tag: INodeProperties = {
	displayName: 'Tag',
	name: 'tag',
	type: 'string',
	default: '',
	placeholder: 'e.g. #',
	description:
		'For apps that read a code from the SMS: the tag # puts &lt;#&gt; in front of the message',
};

/** All options of a send, besides sender, recipients and text (specification, sms). */
export const smsOptions: INodeProperties[] = [
	externalIdsOption,
	linksOption,
	mergeContactFields,
	tag,
	...sendSettingOptions,
];

export interface SmsElement extends GatewayTree {
	destinations: Destinations;
	message: string;
	tag?: string;
	timing?: string;
	links?: GatewayTree;
}

/** The `sms` element of a text or a call: one message to any number of phone numbers and contact lists. */
export function smsElement(parameters: Parameters): SmsElement {
	const source = parameters.checked('source', checkSender);
	checkOptOut(parameters, source);
	const recipients = destinations(parameters);
	const merged = dynamicFields(parameters, recipients);
	const message = parameters.checked('message', (text: string) =>
		merged ? checkMessage(text) : checkWithoutFields(checkMessage(text)),
	);
	return {
		source,
		destinations: recipients,
		message,
		tag: parameters.filledOption('tag', (text: string) => text),
		add_dynamic: merged,
		...sendSettings(parameters),
		links: links(parameters, message),
	};
}

export const outgoing = ({ destinations: to, message, tag, ...own }: SmsElement): Outgoing => ({
	phones: to.phone ?? [],
	contactLists: to.cl_id ?? [],
	text: tag === undefined ? message : `<${tag}>${message}`,
	links: own.links,
	timing: own.timing,
});

/** The same message to fewer numbers. */
export const withPhones = <Element extends SmsElement>(
	element: Element,
	phones: Phone[],
): Element => ({
	...element,
	destinations: { ...element.destinations, phone: phones.length === 0 ? undefined : phones },
});

function dynamicFields(parameters: Parameters, { phone, cl_id }: Destinations) {
	if (parameters.filledOption('addDynamic', checkSwitch) !== true) return undefined;
	if (phone !== undefined || cl_id?.length !== DYNAMIC_CONTACT_LISTS) {
		throw parameters.refusal(
			'addDynamic',
			"needs exactly one contact list and no phone numbers; choose 'Contact Lists' under 'Send To'",
		);
	}
	return '1';
}
