import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { MINUTE } from '../../gateway/values/dates';
import { choiceIn } from '../../gateway/texts/choices';
import { deliveryOutcome, withoutReport } from '../../gateway/events/deliveryOutcome';
import { inColumns } from '../output/columns';
import { ofOnePerson } from '../output/replies';
import { isAsked } from './wait';
import type { AskedWait, Findings, Watch, WatchedItem } from './wait';

/** Whether a send with an unknown outcome has no delivery report. */
const isInDoubt = ({ json, wait }: WatchedItem, { states }: Findings, index: number) =>
	json.error !== undefined &&
	wait !== undefined &&
	!states[index]?.some(({ status }) => status !== undefined);

/** If `stopOnDoubt` is set, stops the workflow with the error of a send that has no delivery report. */
export function stopIfInDoubt(context: IExecuteFunctions, watch: Watch, findings: Findings): void {
	const doubt = watch.items.find((item, index) => isInDoubt(item, findings, index));
	if (!doubt || !watch.stopOnDoubt) return;
	const { whatToDo } = doubt.json.details as { whatToDo?: string };
	throw new NodeOperationError(context.getNode(), String(doubt.json.error), {
		description: whatToDo,
	});
}

/** The output of every item if the wait ended now. */
export function outcomesOf(
	watch: Watch,
	findings: Findings,
	now = Date.now(),
): INodeExecutionData[] {
	const items = watch.items.map((item, index) => ({
		json: outputOf(item, findings, index, now),
		pairedItem: { item: index },
	}));
	return inColumns(items);
}

function outputOf(item: WatchedItem, findings: Findings, index: number, now: number): IDataObject {
	const { json, wait } = item;
	if (isAsked(wait)) return replyOutput(json, wait, findings, index, now);
	if (!wait?.recipients || isInDoubt(item, findings, index)) return json;
	const states = wait.recipients.map(
		(recipient, place) => findings.states[index]?.[place] ?? withoutReport(recipient),
	);
	const outcome = deliveryOutcome(states);
	const isOpen = outcome === 'timedOut';
	const warning = warningOf(json, isOpen && findings.trouble);
	// A delivery report proves that a send with an unknown outcome was accepted.
	const sent: IDataObject = json.error === undefined ? json : { accepted: true, recipients: [] };
	const { recipients = [{ phone: sent.phone }] } = sent;
	// In a rehearsal, reports name the rehearsal's phone, and a message that was only checked has none.
	const people = recipients as IDataObject[];
	const found = states.map(({ meaning = 'No delivery report yet', ...state }, place) => ({
		...state,
		...(!state.delivered && { reason: meaning }),
		...people[place],
	}));
	const reasons = new Set(found.flatMap(({ reason }) => reason ?? []));
	return ofOnePerson({
		...sent,
		outcome: isOpen && now < wait.until ? 'unknown' : outcome,
		...(reasons.size > 0 && { reason: [...reasons].join(', ') }),
		recipients: [...found, ...people.slice(states.length)],
		...warning,
	});
}

/** The gateway gives only the minute of a reply. If question and reply share a minute, the reply gets the question's time. */
function notBefore({ sentAt }: IDataObject, respondedAt: string): string {
	const early = Date.parse(String(sentAt)) - Date.parse(respondedAt);
	return early > 0 && early < MINUTE ? String(sentAt) : respondedAt;
}

/** The output of a question by text, in the form of an answer by link. */
function replyOutput(
	json: IDataObject,
	{ until, question: asked }: AskedWait,
	{ questions, trouble }: Findings,
	index: number,
	now: number,
): IDataObject {
	const { answer, isReplaced } = questions[index] ?? {};
	const { choices, isNumbered = false } = asked;
	const sent = { ...json };
	delete sent.outcome;
	if (answer) {
		const { text, other } = answer;
		const choice = choices && { choice: choiceIn(text, choices, isNumbered) ?? '' };
		const respondedAt = notBefore(sent, answer.respondedAt);
		const data = { text, ...choice };
		return ofOnePerson({
			...{ data, outcome: 'answered', ...sent, respondedAt },
			...(other && { other }),
		});
	}
	const outcome = isReplaced ? 'replaced' : now < until ? 'unknown' : 'timedOut';
	const data = { text: '', ...(choices && { choice: '' }) };
	const warning = isReplaced ? {} : warningOf(sent, trouble);
	return ofOnePerson({ data, outcome, ...sent, ...warning });
}

function warningOf(json: IDataObject, trouble: string | false | undefined): IDataObject {
	const warning = [json.warning, trouble].filter(Boolean).join(' ');
	return warning ? { warning } : {};
}
