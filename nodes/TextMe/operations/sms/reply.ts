import { canBeRepliedTo, checkSender, InputError, quoted } from '../../../../gateway/values/checks';
import { isOfIsrael, isPremium, normalizePhone } from '../../../../gateway/phones/phone';
import { senderForm } from '../../../../gateway/phones/senderForms';
import { missingShipment } from '../../../output/replies';
import { checkPlainMessage, messageField, ofMessages, sentMessages } from '../../options/message';
import { internationalOption, isInternational, withIds } from '../../options/recipients';
import { replyLimits } from '../../options/runLimits';
import type { SendOperation } from '../../operation';
import type { Parameters } from '../../parameters/parameters';

/** Replies to the person who wrote, from the number that they wrote to (specification, sms and "Incoming message"). */
export const reply: SendOperation = {
	...ofMessages,
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
	options: [internationalOption, replyLimits],
	concurrentRequests: 5,
	answersStrangers: true,
	read(parameters) {
		const { phone, to } = whoWrote(parameters);
		const people = withIds(parameters, [phone]);
		const readText = () => parameters.checked('message', checkPlainMessage);
		const text = parameters.isFixed('message')
			? readText()
			: parameters.ofStranger(phone, readText);
		return {
			message: { source: to, to: { people, lists: [] }, text, links: [] },
			settings: { includes_international: isOfIsrael(phone) ? undefined : '1' },
		};
	},
	outputs: sentMessages,
	warning: missingShipment,
};

/** The person who wrote, and the number that they wrote to. */
function whoWrote(parameters: Parameters): { phone: string; to: string } {
	const { answered } = parameters;
	if ('unknown' in answered) throw parameters.refusalAbout('Reply', answered.unknown);
	const { phone, to, event } = answered.message;
	if (!isNumber(phone) || !isNumber(to)) {
		const name = isNumber(phone) ? String(phone) : '';
		if (event === 'incomingMessage') {
			parameters.ofStranger(name, () => parameters.check('The message', refuseWithheld));
		}
		throw parameters.refusalAbout(
			'Reply',
			"needs an incoming message, with 'phone' and 'to'; put the node behind a TextMe Trigger for Incoming Message, and keep 'eventId' in the nodes between",
		);
	}
	const international = isInternational(parameters);
	return parameters.ofStranger(String(phone), () => ({
		phone: parameters.check("'phone' of the message", () =>
			checkAnswerable(String(phone), international),
		),
		to: parameters.check("'to' of the message, the number that would send the reply,", () =>
			checkTexted(String(to)),
		),
	}));
}

/** A sender can be withheld. */
function refuseWithheld(): never {
	throw new InputError('does not say who wrote it, or to which number');
}

/** @throws InputError also for a premium number: strangers could make the account pay for expensive texts */
function checkAnswerable(input: string, international: boolean): string {
	const phone = normalizePhone(input, { international });
	if (!isPremium(phone)) return phone;
	throw new InputError(`is a premium number (${quoted(phone)}), which gets no replies`);
}

/** @throws InputError also for a name: nobody can text a name, so the message is forged */
function checkTexted(to: string): string {
	const sender = checkSender(senderForm(to) ?? to);
	if (canBeRepliedTo(sender)) return sender;
	throw new InputError(`is a name (${quoted(sender)}), which gets no messages`);
}

const isNumber = (value: unknown) =>
	(typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
