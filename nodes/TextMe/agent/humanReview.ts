import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { NodeError } from '../../output/nodeError';
import { isNodeError, outcomeOf } from '../../output/nodeError';
import { isHumanReview } from '../../answers/question';

/** What happened to a question that nobody answered, by the outcome of its send. */
const BEGINNINGS: Record<string, string> = {
	rejected: 'Nobody was asked',
	unknown: 'It is not known whether anybody was asked',
};

const undecided = (outcome: string, reason: unknown): IDataObject => ({
	approved: false,
	chatInput: `${BEGINNINGS[outcome] ?? BEGINNINGS.unknown}: ${String(reason)}`,
});

/**
 * The model's answer when nobody could review its call. n8n passes `chatInput` on as the person's words. Without it, n8n would
 * tell the model that the person rejected the call.
 */
const notReviewed = (error: NodeError): IDataObject => undecided(outcomeOf(error), error.message);

/** Runs the node. In human review, the model gets an error as an answer. */
export async function withReview(
	node: INode,
	run: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	if (!isHumanReview(node)) return await run();
	try {
		return (await run()).map(({ json, ...item }) => {
			const isAsked = json.skipped !== true && json.onlyChecked !== true;
			const reason = String(json.result).replace('Not sent: ', '');
			return { ...item, json: { ...json, ...(!isAsked && undecided('rejected', reason)) } };
		});
	} catch (error) {
		if (isNodeError(error)) return [{ json: notReviewed(error), pairedItem: { item: 0 } }];
		return await Promise.reject(error as Error);
	}
}
