import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { formatInstant } from '../../gateway/dates';
import { chunk } from '../../gateway/lists';
import { answerLink } from '../answers/answerLink';
import type { Asking, Person } from '../answers/asking';
import { asAccepted, isInDoubt, isUnanswered, sentOutput, unanswered } from '../answers/asking';
import type { Page } from '../answers/question';
import { requireSignature } from '../answers/question';
import { askedBy, fromContext, servePage } from '../answers/servePage';
import { skippedOutput } from '../planning/runFigures';
import type { SentText } from '../sending/sendText';
import { sendText } from '../sending/sendText';
import type { Text } from '../sending/text';
import { failedItem, forErrorOutput } from '../shared/nodeError';
import { otherFields, personFirst, SEND_REPLY, withFields } from '../shared/replies';
import { reminderOutput } from '../waiting/outcomes';
import type { Account, Reminder } from '../waiting/wait';
import { dueAt, reminderFailed, sendReminder } from './reminders';

/** The people who were asked, and their outcomes so far. n8n keeps this with the execution, in its database. */
interface Asked {
	/** The execution that waits for the answers. */
	caller?: string;
	/** By the index of the input item. */
	people: Record<
		number,
		{ page: Page; until: number; reminder?: Reminder & Pick<Account, 'timeoutSeconds'> }
	>;
	/** One for each input item. */
	items: IDataObject[];
	fields: Asking['fields'];
	hasErrorOutput: boolean;
}

/** Texts that are sent at the same time. No page opens before the last text is sent. */
const SENT_AT_ONCE = 5;

/**
 * Asks several people, each by a link of their own to this execution, and waits until everybody has answered or the time is
 * up. Each answer resumes this one execution, which then waits again.
 */
export async function ask(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const kept = context.getContext('node') as { asked?: Asked };
	const input = context.getInputData().map(({ json }) => json);
	if (!kept.asked) {
		const asking = input[0] as unknown as Asking;
		const asked = { ...(await sendAll(context, asking)), caller: asking.caller };
		const isAnybodyAsked = Object.keys(asked.people).some((item) =>
			isUnanswered(asked.items[Number(item)] ?? {}),
		);
		if (!isAnybodyAsked) return [[], itemsOf(asked.items)];
		kept.asked = asked;
		// The output if n8n is killed while the first answer comes in.
		return [itemsOf(asked.items)];
	}
	const { asked } = kept;
	asked.items = known.with(context.getExecutionId(), asked.items, input);
	const now = Date.now();
	const open = Object.entries(asked.people).flatMap(([item, person]) => {
		const json = asked.items[Number(item)] ?? {};
		return isUnanswered(json) && now < person.until ? [{ json, person }] : [];
	});
	if (open.length === 0) {
		known.forget(context.getExecutionId());
		const { items, fields, hasErrorOutput } = asked;
		const output = items.map((json, n) => withFields(ended(json, hasErrorOutput), fields[n]));
		return [[], itemsOf(output)];
	}
	requireSignature(context);
	await remind(context, asked.caller, open, now);
	const reminders = open.flatMap(({ person: { reminder } }) =>
		reminder ? [dueAt(reminder, now)] : [],
	);
	const until = Math.max(...open.map(({ person }) => person.until));
	await context.putExecutionToWait(new Date(Math.min(until, ...reminders)));
	return [itemsOf(asked.items)];
}

async function remind(
	context: IExecuteFunctions,
	caller: string | undefined,
	open: Array<{ json: IDataObject; person: Asked['people'][number] }>,
	now: number,
): Promise<void> {
	for (const { json, person } of open) {
		const { reminder } = person;
		if (!reminder || now < dueAt(reminder, now)) continue;
		delete person.reminder;
		const { text } = reminder;
		// An error here would end everybody's links.
		const reminded = await sendReminder(context, caller, json, text, reminder).catch(
			({ message }: Error) => reminderFailed(message),
		);
		Object.assign(json, reminderOutput(json, reminded));
	}
}

const itemsOf = (items: IDataObject[]): INodeExecutionData[] =>
	items.map((json, item) => ({ json, pairedItem: { item } }));

const ended = (json: IDataObject, hasErrorOutput: boolean): IDataObject => {
	if (isUnanswered(json)) return { ...json, outcome: 'timedOut' };
	return hasErrorOutput ? forErrorOutput(json) : json;
};

async function sendAll(context: IExecuteFunctions, asking: Asking): Promise<Asked> {
	const { hasErrorOutput, goesOn, fields } = asking;
	const items: IDataObject[] = asking.items.map((item) => ('json' in item ? item.json : {}));
	const people: Asked['people'] = {};
	const toAsk = asking.items.flatMap((item, index) =>
		'person' in item ? [{ ...item.person, index }] : [],
	);
	for (const some of chunk(toAsk, SENT_AT_ONCE)) {
		const sent = await Promise.all(some.map(async (person) => await send(context, person, asking)));
		for (const [
			n,
			{ index, page, until, link, text, timeoutSeconds, reminder, at },
		] of some.entries()) {
			const { json, isAsked } = sent[n] ?? { json: {}, isAsked: false };
			items[index] = json;
			if (!isAsked) continue;
			people[index] = { page, until };
			if (!reminder) continue;
			const { after, hours, message, settings } = reminder;
			people[index].reminder = {
				timeoutSeconds,
				text: withLink({ ...text, message, settings }, link, answerLink(context, index)),
				at: (at ?? Date.now()) + after,
				hours,
			};
		}
		// The node fails, and waits for nobody.
		if (!goesOn && sent.some(({ json }) => json.error !== undefined)) {
			return { people: {}, items, fields, hasErrorOutput };
		}
	}
	return { people, items, fields, hasErrorOutput };
}

/** Replaces the placeholder `link` in a request with the person's own link. */
const withLink = <Body extends object>(body: Body, link: string, own: string): Body =>
	JSON.parse(JSON.stringify(body).replaceAll(link, own)) as Body;

/** Sends a person their link. Tries a refused text again, but never a text that may have been sent. */
async function send(
	context: IExecuteFunctions,
	{ page, link, text, timeoutSeconds, index }: Person & { index: number },
	{ tries, pause }: Asking,
): Promise<{ json: IDataObject; isAsked: boolean }> {
	const own = withLink(text, link, answerLink(context, index));
	for (let n = 1; ; n++) {
		const sent = await sendText(context, own, timeoutSeconds);
		if (sent.fate.kind !== 'refused' || n >= tries) return outputOf(page, own, sent);
		await sleep(pause);
	}
}

/** What comes out for a person, and whether they can answer. */
function outputOf(
	page: Page,
	{ itemIndex, message, settings }: Text,
	{ fate, reply, warning, isRehearsed }: SentText,
): { json: IDataObject; isAsked: boolean } {
	const [{ phone } = { phone: '' }] = message.to.people;
	const rehearsal = isRehearsed && { rehearsal: true };
	if (fate.kind === 'skipped') {
		return {
			json: personFirst({ ...skippedOutput(fate.why), phone, ...rehearsal }),
			isAsked: false,
		};
	}
	if (fate.kind !== 'accepted') {
		const { json } = failedItem(fate.error, itemIndex, fate.externalIds, phone);
		return { json: { ...json, ...rehearsal }, isAsked: isInDoubt(json) };
	}
	const other = reply && otherFields(reply, SEND_REPLY);
	const sent = { ...sentOutput(reply?.tree ?? {}, message, settings), ...rehearsal };
	const isAsked = !fate.isOnlyChecked;
	return {
		json: {
			...(isAsked ? unanswered(page, sent) : { ...sent, onlyChecked: true }),
			...(other && { other }),
			...(warning && { warning }),
		},
		isAsked,
	};
}

/** The most executions whose answers this process remembers. */
const MAX_REMEMBERED = 1000;

/**
 * The answers that this process has taken. When two come at the same time, n8n may read the execution for the second before
 * it has stored the first. The second answer would then replace the first.
 */
class KnownAnswers {
	private readonly latest = new Map<string, IDataObject[]>();

	/** The items of `kept` with all answers from `kept`, from `more`, and from this memory. Remembers the result. */
	with(executionId: string, kept: IDataObject[], more: IDataObject[]): IDataObject[] {
		const sources = [more, this.latest.get(executionId) ?? []];
		const items = kept.map(
			(json, item) =>
				[json, ...sources.map((source) => source[item] ?? {})].find(
					({ respondedAt }) => respondedAt !== undefined,
				) ?? json,
		);
		this.forget(executionId);
		this.latest.set(executionId, items);
		const [oldest = ''] = this.latest.keys();
		if (this.latest.size > MAX_REMEMBERED) this.latest.delete(oldest);
		return items;
	}

	forget(executionId: string): void {
		this.latest.delete(executionId);
	}
}

const known = new KnownAnswers();

/** Serves a person their page, and takes their answer. */
export function takeAnswer(context: IWebhookFunctions): IWebhookResponseData {
	const { people = {}, items = [] } = fromContext<Asked>(context, 'asked') ?? {};
	const asked = askedBy(context);
	const [key, person] = Object.entries(people).find(([item]) => item === asked.item) ?? [];
	const index = Number(key);
	const json = items[index] ?? {};
	const isOpen = (isUnanswered(json) || isInDoubt(json)) && Date.now() < (person?.until ?? 0);
	const pages = {
		open: isOpen ? person?.page : undefined,
		closed: person?.page,
		isAnswered: json.respondedAt !== undefined,
	};
	return servePage(context, pages, (answer) => {
		const respondedAt = formatInstant(Date.now());
		const answered = personFirst({ ...asAccepted(json), ...answer, respondedAt });
		const withAnswer = items.map((other, item) => (item === index ? answered : other));
		return itemsOf(known.with(context.getExecutionId(), items, withAnswer));
	});
}
