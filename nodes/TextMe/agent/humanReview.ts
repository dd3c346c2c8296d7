import type { IDataObject } from 'n8n-workflow';

import type { NodeError } from '../../shared/nodeError';
import { outcomeOf } from '../../shared/nodeError';

/**
 * What a model is told when nobody could review its call. n8n passes `chatInput` on as what the person said. Without it, n8n
 * tells the model that the person rejected the call.
 */
export function notReviewed(error: NodeError): IDataObject {
	const isKnown = outcomeOf(error) === 'rejected';
	const begin = isKnown ? 'Nobody was asked' : 'It is not known whether anybody was asked';
	return { approved: false, chatInput: `${begin}: ${error.message.replace(/ \[item \d+\]$/, '')}` };
}
