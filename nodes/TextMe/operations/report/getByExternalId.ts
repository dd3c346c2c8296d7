import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkExternalId } from '../../../../gateway/externalId';
import { InputError } from '../../../../gateway/inputError';
import { MAX_REPORT_EXTERNAL_IDS } from '../../../../gateway/limits';
import type { Window } from '../../../../gateway/windows';
import { weekWindow, weekWindowFields } from '../../fields/timeWindow';
import { list } from '../../list';
import type { BatchOperation } from '../../operation';
import { reportsIn } from './reportsIn';

const externalIds: INodeProperties = {
	displayName: 'External IDs',
	name: 'externalIds',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. order-1042, order-1043',
	description: 'The IDs the messages were sent with, separated by commas or line breaks',
	hint: 'A send puts them out as externalId of each recipient',
};

/** What became of single messages (specification, dlr). */
export const getByExternalId: BatchOperation<string[], Window> = {
	name: 'Get by External ID',
	value: 'getByExternalId',
	action: 'Get delivery reports by external ID',
	description: 'Read what became of single messages, by the external IDs they were sent with',
	root: 'dlr',
	effect: 'read',
	fields: [externalIds, ...weekWindowFields],
	limit: MAX_REPORT_EXTERNAL_IDS,
	entries: (parameters) => [parameters.checked('externalIds', listOfIds)],
	weight: (ids) => ids.length,
	settings: weekWindow,
	batchBody: (entries, { from, to }) => ({
		transactions: { external_id: [...new Set(entries.flat())] },
		from,
		to,
	}),
	outputs({ tree }, entries) {
		const reports = new Map<string, IDataObject[]>();
		for (const report of reportsIn(tree)) {
			const id = report.externalId?.trim() ?? '';
			const found = { found: true, ...report };
			const others = reports.get(id);
			if (others) others.push(found);
			else reports.set(id, [found]);
		}
		return entries.map((ids) => ids.flatMap((id) => reports.get(id) ?? [notFound(id)]));
	},
};

/** Not sent with this ID, sent outside the window, or nothing known of it yet: the gateway tells no difference. */
const notFound = (externalId: string): IDataObject => ({
	found: false,
	externalId,
	state: 'unknown',
	final: false,
});

function listOfIds(value: unknown): string[] {
	const ids = [...new Set(list(value).map(checkExternalId))];
	if (ids.length === 0) throw new InputError('is empty; enter at least one external ID');
	if (ids.length > MAX_REPORT_EXTERNAL_IDS) {
		throw new InputError(
			`has ${ids.length} IDs; at most ${MAX_REPORT_EXTERNAL_IDS} can be asked for at once, so spread them over several items`,
		);
	}
	return ids;
}
