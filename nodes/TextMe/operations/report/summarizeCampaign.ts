import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readBlocklistEntry } from '../../../../gateway/blocklistEntry';
import type { BlocklistEntry } from '../../../../gateway/blocklistEntry';
import { checkSwitch, InputError, NO_ID } from '../../../../gateway/checks';
import type { DeliveryReport } from '../../../../gateway/deliveryReport';
import { readDeliveryReport } from '../../../../gateway/deliveryReport';
import { readIncomingMessage } from '../../../../gateway/incomingMessage';
import type { IncomingMessage } from '../../../../gateway/incomingMessage';
import { list } from '../../../../gateway/lists';
import { mergeReports } from '../../../../gateway/mergeReports';
import type { Window } from '../../../../gateway/windows';
import {
	reportsOfCampaign,
	summarizeCampaign as summarize,
} from '../../../planning/campaignSummary';
import { recordsOf } from '../../../shared/replies';
import type { GatewayReply } from '../../../shared/request';
import { timeWindow, timeWindowFields, weekWindows } from '../../options/windows';
import { unlessEmpty } from '../../options/optionGroup';
import type { BatchOperation } from '../../operation';
import { campaignPage } from './campaignPage';

const campaign: INodeProperties = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 700123, 700124',
	description:
		'The shipment IDs of the campaign, separated by commas or line breaks, or its name. Few services write the name into their reports.',
	hint: 'The shipmentId in the output of the send',
};

const htmlReport: INodeProperties = {
	displayName: 'HTML Report',
	name: 'htmlReport',
	type: 'boolean',
	default: true,
	description: 'Whether to also return the figures as a page, to mail or to serve',
};

interface Wanted {
	name: string;
	requests: Request[];
	isPage: boolean;
}

interface Request {
	kind: keyof typeof KINDS;
	window: Window;
	/** Shipment IDs or names. */
	campaigns: string[];
}

/** The requests that a summary needs: their roots and bodies, and how to read the records of each reply. */
const KINDS = {
	reports: {
		root: 'dlrByDate',
		body: { transactions: { external_id: NO_ID } },
		read: readDeliveryReport,
	},
	incoming: { root: 'incoming', body: {}, read: readIncomingMessage },
	blocked: { root: 'blacklist', body: {}, read: readBlocklistEntry },
};

/** What became of a campaign, in figures (specification, dlrByDate, incoming and blacklist). */
export const summarizeCampaign: BatchOperation<Wanted, Request> = {
	name: 'Summarize Campaign',
	value: 'summarizeCampaign',
	action: 'Summarize campaign',
	description: 'Find out what became of a campaign, in figures or as a page',
	tool: {
		use: 'Find out how a campaign went: how many messages were delivered, why others were not, and who answered or opted out.',
		returns:
			'sent, delivered, failed, blocked and other counts, deliveredPercent, the reasons, the operators, replies, optOuts and secondsToDelivery. found false: there are no reports of this campaign in the time window.',
		omit: ['html', 'overTime'],
	},
	root: ([request]) => KINDS[request?.kind ?? 'reports'].root,
	effect: 'read',
	fields: [campaign, ...timeWindowFields],
	options: [htmlReport],
	limit: 1,
	read(parameters) {
		const { name, campaigns } = parameters.checked('campaign', readCampaign);
		const window = timeWindow(parameters);
		const weeks = weekWindows(parameters);
		return {
			name,
			requests: [
				...weeks.map((week): Request => ({ kind: 'reports', window: week, campaigns })),
				{ kind: 'incoming', window, campaigns },
				{ kind: 'blocked', window, campaigns },
			],
			isPage: parameters.option('htmlReport', readSwitch) === true,
		};
	},
	entries: ({ requests }) => requests,
	settings: (_, { kind }) => kind,
	batchBody: ([request]) => ({ ...KINDS[request?.kind ?? 'reports'].body, ...request?.window }),
	replyFields: 'all',
	outputs: (reply, [request]) => [[request ? partOf(reply, request) : {}]],
	merge: (outputs, wanted) => [summaryOf(outputs, wanted)],
};

const NOT_FOUND =
	'There is no report of this campaign in the time window. Enter the shipmentId of the send, or wait: reports come some minutes after the messages.';

/** What a reply says about the campaign. Reports of other campaigns, which may be many more, are dropped. */
function partOf(reply: GatewayReply, { kind, campaigns }: Request): IDataObject {
	const shape = (record: IDataObject) => ({ ...KINDS[kind].read(record) }) as IDataObject;
	const records = recordsOf(reply, { expected: 'events', shape });
	const [first] = records;
	return {
		[kind]: kind === 'reports' ? reportsOfCampaign(records as never[], campaigns) : records,
		other: first?.envelope ?? (first?.warning && first.other),
	};
}

function summaryOf(outputs: IDataObject[][], wanted: Wanted): IDataObject {
	const found = <T extends object>(kind: Request['kind']) =>
		outputs.flat().flatMap((output) => (output[kind] ? [output[kind] as T[]] : []));
	const incoming = found<IncomingMessage>('incoming').flat();
	const reports = mergeReports(found<DeliveryReport>('reports'));
	const summary = summarize({
		reports,
		incoming,
		blocked: found<BlocklistEntry>('blocked').flat(),
	});
	const isFound = reports.length > 0;
	const texts = incoming.flatMap(({ message }) => message ?? []);
	const other = Object.assign({}, ...outputs.flat().map((output) => output.other)) as IDataObject;
	const html = wanted.isPage && campaignPage(wanted.name, summary, texts);
	return {
		campaign: wanted.name,
		found: isFound,
		...(summary as unknown as IDataObject),
		...(isFound ? {} : { warning: NOT_FOUND }),
		...(Object.keys(other).length > 0 && { other }),
		...(html && { html }),
	};
}

function readCampaign(value: unknown): { name: string; campaigns: string[] } {
	const names = [...new Set(list(value).map(String))];
	if (names.length === 0) throw new InputError('is empty; enter a shipment ID or a campaign name');
	const name = names.join(', ');
	// A name may have a comma.
	return { name, campaigns: [...names, typeof value === 'string' ? value.trim() : name] };
}

const readSwitch = unlessEmpty(checkSwitch);
