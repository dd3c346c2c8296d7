import type { IDataObject } from 'n8n-workflow';

import { creditsInWords } from '../../../../gateway/credits';
import type { CreditUnit } from '../../../../gateway/credits';
import { fromGatewayDate } from '../../../../gateway/dates';
import { textWarnings } from '../../../planning/textWarnings';
import { numberOf } from '../../../shared/replies';
import { duplicatesOf, duplicatesOption } from '../../options/common';
import { costOptions, messageField, readMessage, sender } from '../../options/message';
import type { Sending } from '../../options/message';
import { heldOutput } from '../../options/sendOptions';
import type { SendTime } from '../../options/sendOptions';
import { costOf } from '../../../sending/cost';
import { FirstTexts } from '../../../sending/duplicates';
import type { Duplicates } from '../../../sending/duplicates';
import { textsOf, wordsOf } from '../../../sending/text';
import { recipientFields } from '../../options/recipients';
import type { Operation } from '../../operation';

interface Estimated extends Sending {
	when: SendTime;
	duplicates: Duplicates;
	unit: CreditUnit | undefined;
}

/** The cost of a send (specification, sms and balance). Nothing is sent. */
export const estimate: Operation<Estimated> = {
	name: 'Estimate',
	value: 'estimate',
	action: 'Estimate SMS',
	description: 'Find out what a send costs and what is left of the balance, without sending it',
	tool: {
		use: 'Find out what text messages would cost before they are sent, and whether the balance is enough.',
		returns:
			'recipients, segments and warnings of each message, and under run the cost of all of them and balanceAfterwards. creditsAtMost is there where the cost is not known exactly. What goes abroad is under international.',
	},
	root: 'balance',
	effect: 'read',
	fields: [sender, ...recipientFields, messageField],
	options: [duplicatesOption, ...costOptions],
	limit: Infinity,
	read: (parameters) => ({
		...readMessage(parameters),
		duplicates: duplicatesOf(parameters),
		unit: parameters.creditUnit,
	}),
	body: () => ({}),
	replyFields: ['balance', 'international_balance'],
	outputs({ tree }, messages) {
		const estimates = estimatesOf(messages);
		const total = (of: (each: Estimate) => number) =>
			estimates.reduce((sum, each) => sum + of(each), 0);
		const credits = total((each) => each.credits);
		const creditsAtMost = total((each) => each.creditsAtMost ?? each.credits);
		const isRange = creditsAtMost > credits;
		const balance = numberOf(tree.balance);
		const held = estimates.filter((each) => each.held).length;
		const run = {
			recipients: total((each) => each.recipients),
			duplicates: total((each) => each.duplicates),
			...(held > 0 && { outsideHours: held }),
			segments: total((each) => each.segments * each.recipients),
			cost: creditsInWords({ least: credits, most: creditsAtMost }),
			credits,
			...(isRange && { creditsAtMost }),
			balance,
			balanceAfterwards: typeof balance === 'number' ? balance - credits : undefined,
			international: {
				recipients: total((each) => each.international.recipients),
				segments: total((each) => each.international.segments),
				balance: numberOf(tree.international_balance),
			},
			exact: estimates.every((each) => each.exact),
		};
		return estimates.map((each) => ({ run, ...each }));
	},
};

interface Estimate extends IDataObject {
	recipients: number;
	duplicates: number;
	segments: number;
	credits: number;
	creditsAtMost?: number;
	international: { recipients: number; segments: number };
	exact: boolean;
}

function estimatesOf(messages: readonly Estimated[]): Estimate[] {
	const firsts = new FirstTexts();
	return messages.map((one, index): Estimate => {
		const { message, settings, duplicates, when, unit } = one;
		const isHeld = when.heldUntil !== undefined;
		const going = textsOf(index, message, settings).filter(
			(text) =>
				!(isHeld && 'phone' in text.to) && firsts.repeatedBy(text, duplicates) === undefined,
		);
		const people = going.flatMap(({ to }) => ('phone' in to ? to : []));
		const lists = going.flatMap(({ to }) => ('list' in to ? to.list : []));
		const { length, credits, international } = costOf(message, people, unit);
		const { least, most } = credits;
		const isRange = most > least;
		const unknown = UNKNOWN.filter(({ of }) => of(one, international.recipients, isRange));
		const { timing } = settings;
		return {
			recipients: people.length,
			duplicates: isHeld ? 0 : message.to.people.length - people.length,
			...(lists.length > 0 && { contactLists: lists }),
			segments: length.segments,
			encoding: length.encoding,
			credits: least,
			...(isRange && { creditsAtMost: most }),
			international,
			...(timing === undefined ? {} : { scheduledFor: fromGatewayDate(timing) }),
			...(when.heldUntil !== undefined && heldOutput(when.heldUntil)),
			exact: unknown.length === 0,
			warnings: [...textWarnings(wordsOf(message), unit), ...unknown.map(({ warning }) => warning)],
		};
	});
}

/** What nobody can count in advance, such as what the service adds to a text. */
const UNKNOWN: Array<{
	warning: string;
	of(sending: Sending, abroad: number, isRange: boolean): boolean;
}> = [
	{
		warning:
			"Not known: how much text a credit pays for. Set 'Characters per Credit' in the credential",
		of: (_sending, _abroad, isRange) => isRange,
	},
	{
		warning:
			'Not counted: the price of what goes abroad, which is paid in money and differs by country',
		of: (_, abroad) => abroad > 0,
	},
	{
		warning: 'Not counted: the opt-out text that the service adds',
		of: ({ settings }) => settings.add_unsubscribe !== undefined,
	},
	{
		warning: 'Not counted: the short links that the service puts in',
		of: ({ message }) => message.links.length > 0,
	},
	{
		warning: 'Not counted: the fields of contacts that the service puts in',
		of: ({ message }) => message.isMerged === true,
	},
	{
		warning: 'Not counted: the people on contact lists',
		of: ({ message }) => message.to.lists.length > 0,
	},
];
