import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../gateway/values/checks';
import { textsIn } from '../../../gateway/replies/readFields';
import type { OtherNode } from './otherNodes';
import { allOf, itemOf } from './otherNodes';

/** `$('Node').item` and its like, also as `?.item` and `['item']`. */
const ITEM =
	/\$\(\s{0,9}(['"`])((?:\\.|(?!\1)[^\\]){1,200})\1\s{0,9}\)\s{0,9}[?.[\s'"`]{1,9}(?:item|itemMatching|pairedItem)\b/g;

/**
 * Refuses `$('Node').item` that may be somebody else's. In a tool and in a review, n8n knows no pairing, and takes the node's first
 * item, in a loop that of the first round (n8n 2.41.1, `requests-response.ts`). It is the right one if the node's last run put
 * out no other.
 * @throws InputError
 */
export function checkItems(parameters: IDataObject, $: (name: string) => OtherNode): void {
	const expressions = textsIn(parameters).filter((text) => text.startsWith('='));
	for (const [, , escaped = ''] of expressions.flatMap((text) => [...text.matchAll(ITEM)])) {
		const name = escaped.replace(/\\(.)/g, '$1');
		if (hasNoOther($, name)) continue;
		throw new InputError(
			`does not find its item of '${name}', because n8n pairs no items in tools; before the agent, put Loop Over Items with batch size 1 and Edit Fields, and read $('Edit Fields').first()`,
		);
	}
}

function hasNoOther($: (name: string) => OtherNode, name: string): boolean {
	try {
		const node = $(name);
		const own = JSON.stringify(itemOf(node)?.json);
		return !node.isExecuted || allOf(node).every(({ json }) => JSON.stringify(json) === own);
	} catch {
		// n8n's own error says more.
		return true;
	}
}
