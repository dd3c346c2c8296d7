import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InputError, plainText, quoted } from '../../../../gateway/values/checks';
import { isOfIsrael, isPremium, normalizePhone, pairKey } from '../../../../gateway/phones/phone';
import { canBeRepliedTo, checkSender, senderForm } from '../../../../gateway/phones/sender';
import { cameFrom } from '../../../n8n/insides';
import { missingShipment } from '../../../output/replies';
import { checkPlainMessage, messageField, sentMessages } from '../../options/message';
import { internationalOption, isInternational, withIds } from '../../options/recipients';
import { replyLimits } from '../../options/runLimits';
import { send } from '../../operation';
import { textField } from '../../parameters/option';
import type { Parameters } from '../../parameters/parameters';

const replyTo = textField({
	displayName: 'Reply To',
	name: 'replyTo',
	placeholder: 'e.g. 050-123-4567',
	description:
		'The phone to answer, where the item does not say who wrote: drag <code>phone</code> of the trigger in',
	read: plainText,
});

const replyFrom = textField({
	displayName: 'Reply From',
	name: 'replyFrom',
	placeholder: 'e.g. 055-900-0100',
	description:
		'The number of yours that answers, where the item does not say to which they wrote: drag <code>to</code> of the trigger in',
	read: plainText,
});

/** Replies to the person who wrote, from the number that they wrote to (specification, sms and "Incoming message"). */
export const reply = send({
	name: 'Reply',
	value: 'reply',
	action: 'Reply to incoming SMS',
	description: 'Answer an incoming message, from the number it was sent to',
	builderHint:
		'Use it after a TextMe Trigger with Incoming Message: the person and the sender come from the message, so the only field is the text. Behind an AI Agent, the text is {{ $json.output }}.',
	tool: {
		use: 'Answer the person whose message started this workflow by a text message (SMS). You cannot choose who gets it.',
		returns: 'accepted (taken for sending, not delivered yet) and the externalId.',
		omit: ['encoding'],
	},
	fields: [messageField],
	options: [replyTo, replyFrom, internationalOption, replyLimits],
	concurrentRequests: 5,
	read(parameters) {
		const given = parameters.option(replyTo) ?? answered(parameters).phone;
		const phone = parameters.check('The phone to answer', () =>
			checkAnswerable(given, isInternational(parameters)),
		);
		const texted = parameters.option(replyFrom) ?? answered(parameters).to;
		const source = parameters.check('The number that would answer', () => checkTexted(texted));
		parameters.isAnswer = true;
		const text = parameters.checked('message', checkPlainMessage);
		return {
			message: { source, to: { people: withIds(parameters, [phone]), lists: [] }, text, links: [] },
			settings: { includes_international: isOfIsrael(phone) ? undefined : '1' },
		};
	},
	outputs: sentMessages,
	warning: missingShipment,
});

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

/** Who wrote, and the number that they wrote to. */
type Conversation = Record<'phone' | 'to', string>;

/** An event of each conversation that started the execution, by run: a poll can bring hundreds. */
const started = new WeakMap<Parameters['run'], IDataObject[]>();

/**
 * Whom Reply answers, and from which number: the `phone` and `to` of the item, or else of the only conversation. A model makes
 * up the item of its tool, so that one names nobody. With `accepted`, an item comes from a send, and its `phone` is whom that
 * send texted.
 */
function answered(parameters: Parameters): Conversation {
	const { run, item } = parameters;
	const isOfEvent = !run.isTool && item.accepted === undefined;
	const named = isOfEvent ? conversationIn(item) : undefined;
	if (named) return named;
	const events = started.get(run) ?? conversationsOf(run.context);
	started.set(run, events);
	const [first, ...others] = events;
	const only = others.length === 0 ? conversationIn(first) : undefined;
	if (only) return only;
	const why = others.length > 0 ? 'several people' : 'no message';
	throw parameters.refusal(
		'Reply',
		`does not know whom to answer: the item has no 'phone' and 'to', and ${why} started the workflow; drag 'phone' and 'to' of the trigger into the options 'Reply To' and 'Reply From'`,
	);
}

const TRIGGER = /\.textMe(Polling)?Trigger$/;

function conversationsOf(context: IExecuteFunctions): IDataObject[] {
	const { $ } = context.getWorkflowDataProxy(0) as unknown as {
		$(name: string): { isExecuted: boolean; all(): INodeExecutionData[] };
	};
	// Nothing leads to a tool, but to its agent.
	const before = cameFrom(context)?.previousNode ?? [];
	const trigger = [context.getNode().name, before]
		.flat()
		.flatMap((name) => context.getParentNodes(name))
		.filter(({ type }) => TRIGGER.test(type))
		.map(({ name }) => $(name))
		.find(({ isExecuted }) => isExecuted);
	const events = trigger?.all().map(({ json }) => json) ?? [];
	const byPair = events.map((event) => [pairKey(`${event.phone}`, `${event.to}`), event] as const);
	return [...new Map(byPair).values()];
}

function conversationIn({ phone = '', to = '' }: IDataObject = {}): Conversation | undefined {
	const [own, other] = [String(phone).trim(), String(to).trim()];
	return own && other ? { phone: own, to: other } : undefined;
}
