import { canBeRepliedTo, checkSender, InputError, quoted } from '../../../../gateway/checks';
import { elementWithId } from '../../../../gateway/codec';
import { isOfIsrael, isPremium, normalizePhone } from '../../../../gateway/phone';
import { acceptedSends, missingShipment, SEND_REPLY } from '../../../shared/replies';
import { checkPlainMessage, messageField } from '../../options/message';
import {
	externalIdsOf,
	internationalOption,
	isInternational,
	withIds,
} from '../../options/recipients';
import type { Recipient } from '../../options/recipients';
import type { ItemOperation } from '../../operation';
import type { Parameters } from '../../parameters';

const NOT_VERIFIED = 515;

interface Reply {
	/** The number that the person wrote to. */
	source: string;
	person: Recipient;
	text: string;
}

/** Texts back whoever wrote, from the number they wrote to (specification, sms and "Incoming message"). */
export const reply: ItemOperation<Reply> = {
	name: 'Reply',
	value: 'reply',
	action: 'Reply to incoming SMS',
	description: 'Answer an incoming message, from the number it was sent to',
	builderHint:
		'Use it after a TextMe Trigger with Incoming Message, also behind an AI Agent: the person and the sender come from the message, so the only field is the text.',
	tool: {
		use: 'Answer the person whose message started this workflow by a text message (SMS). You cannot choose who gets it.',
		returns: 'accepted, which means taken for sending and not delivered yet, and the externalId.',
		omit: ['encoding'],
	},
	root: 'sms',
	effect: 'send',
	guard: {
		harmless: 'it reaches only the person who wrote, and counts against the message limit',
		mayAnyway: 'answer whoever wrote',
	},
	messages: () => 1,
	fields: [
		{
			...messageField,
			default: '={{ $json.output }}',
			description:
				'The text, up to 1005 characters. For the answer of an AI Agent, use {{ $json.output }}.',
			displayOptions: { hide: { '@tool': [true] } },
		},
		{ ...messageField, displayOptions: { show: { '@tool': [true] } } },
	],
	options: [internationalOption],
	concurrentRequests: 5,
	read(parameters) {
		const { phone, to } = whoWrote(parameters);
		const [person = { phone }] = withIds(parameters, [phone]);
		return { source: to, person, text: parameters.checked('message', checkPlainMessage) };
	},
	body: ({ source, person: { phone, externalId }, text }) => ({
		source,
		destinations: { phone: [elementWithId(phone, externalId)] },
		message: text,
		includes_international: isOfIsrael(phone) ? undefined : '1',
	}),
	outgoing: ({ source, person, text }) => ({
		source,
		people: [person],
		lists: [],
		text,
		links: [],
	}),
	externalIds: ({ person }) => externalIdsOf([person]),
	about: (status, { source }) =>
		status === NOT_VERIFIED
			? `${source}, the number that got the message, cannot send for this account.`
			: undefined,
	replyFields: SEND_REPLY,
	output: (gatewayReply, { person, text }) =>
		acceptedSends(gatewayReply, [{ people: [person], lists: [], text }], undefined),
	warning: missingShipment,
};

/** The person who wrote the message, and the number it was sent to. */
function whoWrote(parameters: Parameters): { phone: string; to: string } {
	const { answered } = parameters;
	if ('unknown' in answered) throw parameters.refusalAbout('Reply', answered.unknown);
	const { phone, to } = answered.message;
	if (!isNumber(phone) || !isNumber(to)) {
		throw parameters.refusalAbout(
			'Reply',
			"needs an incoming message, with 'phone' and 'to'; put the node behind a TextMe Trigger for Incoming Message, and keep 'eventId', 'phone' and 'to' in the nodes between",
		);
	}
	return {
		phone: parameters.check("'phone' of the message", () =>
			checkAnswerable(String(phone), isInternational(parameters)),
		),
		to: parameters.check("'to' of the message, the number that would send the reply,", () =>
			checkTexted(String(to)),
		),
	};
}

/** @throws InputError also for a premium number: strangers could have the account pay for texts to it */
function checkAnswerable(input: string, international: boolean): string {
	const phone = normalizePhone(input, { international });
	if (!isPremium(phone)) return phone;
	throw new InputError(`is a premium number (${quoted(phone)}), which gets no replies`);
}

/** @throws InputError also for a name: nobody can text one, so the message is forged */
function checkTexted(to: string): string {
	const sender = checkSender(to);
	if (canBeRepliedTo(sender)) return sender;
	throw new InputError(`is a name (${quoted(sender)}), which gets no messages`);
}

const isNumber = (value: unknown) =>
	(typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
