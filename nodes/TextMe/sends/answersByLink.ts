import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { asAccepted } from '../../answers/asking';
import type { Asked, Waiting } from '../../answers/question';
import { WAITING, waitForAnswer } from '../../answers/question';
import type { NodeError } from '../../output/nodeError';
import { notSent } from '../../output/nodeError';
import type { Sending } from '../operation';
import { isSent, mayHaveSent, sentAt } from '../run/fate';
import { isText } from '../run/row';
import type { Item } from '../run/row';
import type { Run } from '../run/run';

export const waitingFor = ({ value }: Item): Waiting | undefined => (value as Sending).waiting;

/** Makes the execution wait for an answer on the page. If several people were asked, the first answer counts. */
export async function waitForLink(run: Run, output: INodeExecutionData[]): Promise<boolean> {
	const sent = output.map(({ json }) => withoutOutcome(json));
	const people: Asked[] = [];
	let until = 0;
	let [isAnybodyAsked, hasDeadLinks] = [false, false];
	for (const row of run.rows) {
		const { item, itemIndex } = row;
		// Somebody who may have received the question can answer too.
		const text = row.parts.filter(isText).find(mayHaveSent);
		const waiting = item && waitingFor(item);
		if (!text || !waiting || !('page' in waiting)) continue;
		// The item's link leads to an execution that has ended.
		if (item.isDone && row.doneBy !== run.context.getExecutionId()) {
			hasDeadLinks = true;
			continue;
		}
		isAnybodyAsked ||= isSent(text.fate);
		until = Math.max(until, waiting.until(sentAt(text, Date.now())).getTime());
		people.push({
			item: itemIndex,
			page: waiting.page,
			sent: asAccepted(sent[itemIndex] ?? {}),
		});
	}
	const [first, ...others] = people;
	if (!isAnybodyAsked && hasDeadLinks) throw askedBefore(run.node);
	if (!first || !isAnybodyAsked) return false;
	const asked = run.rows.length > 1 ? sent : undefined;
	await waitForAnswer(run.context, new Date(until), [first, ...others], asked);
	return true;
}

/** The error of a retry: the earlier try's links lead to an execution that has ended. */
const askedBefore = (node: INode): NodeError =>
	notSent(node, 'Nobody was asked again, because an earlier try has asked some of the people', {
		description:
			'Their links ended with that try. To ask everybody anew, execute the workflow again instead of this try.',
	});

function withoutOutcome(json: IDataObject): IDataObject {
	const sent = { ...json };
	if (sent.outcome === WAITING) delete sent.outcome;
	return sent;
}
