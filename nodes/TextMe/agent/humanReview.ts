import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { NodeError } from '../../output/nodeError';
import { isNodeError, outcomeOf } from '../../output/nodeError';
import { isHumanReview } from '../../answers/question';
import { withoutItem } from '../../output/sentence';

/** What became of a question that nobody decides, by the outcome of its text. */
const BEGINNINGS: Record<string, string> = {
	rejected: 'Nobody was asked',
	unknown: 'It is not known whether anybody was asked',
};

const undecided = (outcome: string, reason: unknown): IDataObject => ({
	approved: false,
	chatInput: `${BEGINNINGS[outcome] ?? BEGINNINGS.unknown}: ${String(reason)}`,
});

/**
 * What a model is told when nobody could review its call. n8n passes `chatInput` on as what the person said. Without it, n8n
 * tells the model that the person rejected the call.
 */
const notReviewed = (error: NodeError): IDataObject =>
	undecided(outcomeOf(error), withoutItem(error.message));

/** Runs the node. In human review, what went wrong comes out as what a model is told. */
export async function withReview(
	node: INode,
	run: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	if (!isHumanReview(node)) return await run();
	try {
		return (await run()).map(({ json, ...item }) => {
			const isChecked = json.onlyChecked === true;
			const reason = json.skipped === true ? json.reason : isChecked && ONLY_CHECKED;
			return { ...item, json: { ...json, ...(reason && undecided('rejected', reason)) } };
		});
	} catch (error) {
		if (isNodeError(error)) return [{ json: notReviewed(error), pairedItem: { item: 0 } }];
		return await Promise.reject(error as Error);
	}
}

/** The data of a review as a model reads it. Where there is a reason, n8n tells of "feedback", and not that it was declined. */
export const asReviewed = ({ chatInput, ...data }: IDataObject): IDataObject => ({
	...data,
	...(chatInput !== undefined && { chatInput: `Declined: ${String(chatInput)}` }),
});

const ONLY_CHECKED = 'The question was only checked.';
