import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { formatInstant } from '../../../gateway/dates';
import type { Question } from '../../answers/question';
import { askedBy, fromContext, servePage } from '../../answers/servePage';
import { personFirst } from '../../shared/replies';
import { isTool } from '../parameters/runParameters';
import { markUntrusted } from '../agent/tool';

export const waitingTooltip =
	'={{ $parameter["operation"] === "sendAndWait" ? "Execution will continue after the person has answered" : "" }}';

/** Serves the page of a question that one answer settles: one person is asked, or the first of several decides. */
export function receiveAnswer(context: IWebhookFunctions): IWebhookResponseData {
	const question = fromContext<Question>(context, 'question');
	const { run, item } = askedBy(context);
	const isOfRun = run === String(question?.run);
	const person = question?.people.find((each) => isOfRun && String(each.item) === item);
	const pages = { open: person?.page, closed: question?.people[0]?.page };
	return servePage(context, pages, (answer) => {
		const written = pages.open?.way === 'approval' ? [] : Object.keys(answer.data);
		const data = isTool(context.getNode()) ? markUntrusted(answer.data, written) : answer.data;
		const respondedAt = formatInstant(Date.now());
		const { asked } = question ?? {};
		const sent = { ...answer, data, ...person?.sent, respondedAt };
		const json = { ...personFirst(sent), ...(asked && { asked }) };
		return [{ json, pairedItem: { item: person?.item ?? 0 } }];
	});
}
