import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { choiceIn } from '../../gateway/texts/choices';
import { inColumns } from '../output/columns';
import { ofOnePerson } from '../output/replies';
import type { Findings, Watch, WatchedQuestion } from './wait';

/** The output of every item if the wait ended now. */
export function outcomesOf(
	{ items }: Watch,
	findings: Findings,
	now = Date.now(),
): INodeExecutionData[] {
	return inColumns(
		items.map(({ json, question }, item) => ({
			json: question ? replyOutput(json, question, findings, item, now) : json,
			pairedItem: { item },
		})),
	);
}

/** The output of a question by text, in the form of an answer by link. */
function replyOutput(
	json: IDataObject,
	{ until, choices, isNumbered = false }: WatchedQuestion,
	{ answers, trouble }: Findings,
	item: number,
	now: number,
): IDataObject {
	const sent = { ...json };
	delete sent.outcome;
	const answer = answers[item];
	if (answer) {
		const { text, ...more } = answer;
		const choice = choices && { choice: choiceIn(text, choices, isNumbered) ?? '' };
		return ofOnePerson({ data: { text, ...choice }, outcome: 'answered', ...sent, ...more });
	}
	const data = { text: '', ...(choices && { choice: '' }) };
	const warning = [sent.warning, trouble].filter(Boolean).join(' ');
	return ofOnePerson({
		data,
		outcome: now < until ? 'unknown' : 'timedOut',
		...sent,
		...(warning && { warning }),
	});
}
