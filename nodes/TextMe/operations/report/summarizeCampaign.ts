import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readBlocklistEntry } from '../../../../gateway/blocklistEntry';
import type { BlocklistEntry } from '../../../../gateway/blocklistEntry';
import { checkSwitch, NO_ID } from '../../../../gateway/checks';
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
import { timeWindow, timeWindowFields, weekWindows } from '../../options/windows';
import { unlessEmpty } from '../../options/optionGroup';
import type { Operation } from '../../operation';
import type { Parameters } from '../../parameters/parameters';
import { campaignPage } from './campaignPage';
import { sendsOfItem, together } from './sendsOfItem';
import type { Sends } from './sendsOfItem';

const campaign: INodeProperties = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'string',
	default: '',
	placeholder: 'e.g. 700123, 700124',
	description:
		'The shipment IDs of the campaign, separated by commas or line breaks, or its name. Few services write the name into their reports.',
	hint: 'If left empty, what the input items have sent, all together: connect the output of a send',
};

const htmlReport: INodeProperties = {
	displayName: 'HTML Report',
	name: 'htmlReport',
	type: 'boolean',
	default: true,
	description:
		'Whether to also return the figures as a page: as the file "report", which View opens, and as HTML for a mail',
};

interface Wanted {
	requests: Request[];
	isPage: boolean;
}

interface Request {
	kind: keyof typeof KINDS;
	window: Window;
	/** What people call the campaign. */
	name: string;
	/** Shipment IDs or names. */
	campaigns: string[];
	/** Only for what input items have sent, which is summarized together: what this one has. */
	sent?: Sends;
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
export const summarizeCampaign: Operation<Wanted, Request, Pick<Request, 'kind' | 'window'>> = {
	name: 'Summarize Campaign',
	value: 'summarizeCampaign',
	action: 'Summarize campaign',
	description: 'Find out what became of a campaign, in figures or as a page',
	tool: {
		use: 'Find out how a campaign went: how many messages were delivered, why others were not, and who answered or opted out.',
		returns:
			'reported, the messages that have a report, and how many of these were delivered, failed, blocked and so on; deliveredPercent, the reasons, the operators, replies, optOuts (or optOutsUpTo, the most it can be) and secondsToDelivery. found false: there are no reports of this campaign in the time window.',
		omit: ['html', 'overTime'],
	},
	root: ([{ kind }]) => KINDS[kind].root,
	effect: 'read',
	fields: [campaign, ...timeWindowFields],
	options: [htmlReport],
	limit: Infinity,
	read(parameters) {
		const asked = askedFor(parameters);
		const incoming = timeWindow(parameters);
		return {
			requests: [
				...weekWindows(parameters).map(
					(window): Request => ({ ...asked, kind: 'reports', window }),
				),
				{ ...asked, kind: 'incoming', window: incoming },
				{ ...asked, kind: 'blocked', window: incoming },
			],
			isPage: parameters.option('htmlReport', readSwitch) === true,
		};
	},
	entries: ({ requests }) => requests,
	settings: (_, { kind, window }) => ({ kind, window }),
	body: (_, { kind, window }) => ({ ...KINDS[kind].body, ...window }),
	replyFields: 'all',
	outputs(reply, requests, { kind }) {
		const shape = (record: IDataObject) => ({ ...KINDS[kind].read(record) }) as IDataObject;
		const records = recordsOf(reply, { expected: 'events', shape });
		const ofItems = requests.filter(({ sent }) => sent);
		const [first] = ofItems;
		return requests.map((request) => {
			if (!request.sent) return [partOf(records, request)];
			if (request !== first) return [];
			return [partOf(records, { kind, window: request.window, ...allSent(ofItems) })];
		});
	},
	// What input items have sent comes out with the first one.
	merge(outputs, { isPage }) {
		const parts = outputs.flat() as unknown as Part[];
		return parts.length === 0 ? [] : [summaryOf(parts, isPage)];
	},
};

/** The campaign of a field, or what the input item has sent. */
function askedFor(parameters: Parameters): Pick<Request, 'name' | 'campaigns' | 'sent'> {
	const entered = parameters.checked('campaign', readCampaign);
	if (entered.name !== '') return entered;
	const sent = sendsOfItem(parameters.item);
	if (sent.shipments.length === 0 && parameters.itemCount === 1) {
		throw parameters.refusal('campaign', NOTHING_ENTERED);
	}
	return { name: '', campaigns: sent.shipments, sent };
}

/** What all input items have sent. */
function allSent(requests: Request[]): Omit<Request, 'kind' | 'window'> {
	const sent = together(requests.flatMap((request) => request.sent ?? []));
	return { name: sent.shipments.join(', '), campaigns: sent.shipments, sent };
}

const NOTHING_ENTERED =
	'is empty, and the input item has no shipmentId; enter a shipment ID or a campaign name, or connect the output of a send';
const NOT_FOUND =
	'There is no report of this campaign in the time window. Enter the shipmentId of the send, or wait: reports come some minutes after the messages.';

/** What a reply says about a campaign. */
interface Part {
	name: string;
	/** Of the page. */
	title: string;
	/** How many messages went out. */
	sent: number | undefined;
	reports?: DeliveryReport[];
	incoming?: IncomingMessage[];
	blocked?: BlocklistEntry[];
	/** What is no record. */
	other: IDataObject | undefined;
}

/** Reports of other campaigns, which may be many more, are dropped. */
function partOf(records: IDataObject[], { kind, name, campaigns, sent }: Request): IDataObject {
	const [first] = records;
	const part: Part = {
		name,
		title: sent?.names.join(', ') || name,
		sent: sent?.messages,
		[kind]: kind === 'reports' ? reportsOfCampaign(records as never[], campaigns) : records,
		other: (first?.envelope ?? (first?.warning && first.other)) as IDataObject | undefined,
	};
	return part as unknown as IDataObject;
}

function summaryOf(parts: Part[], isPage: boolean): IDataObject {
	const incoming = parts.flatMap((part) => part.incoming ?? []);
	const reports = mergeReports(parts.flatMap((part) => (part.reports ? [part.reports] : [])));
	const blocked = parts.flatMap((part) => part.blocked ?? []);
	const [{ name, title, sent } = { name: '', title: '', sent: undefined }] = parts;
	const summary = summarize({ reports, incoming, blocked, sent });
	const isFound = reports.length > 0;
	const texts = incoming.flatMap(({ message }) => message ?? []);
	const other = Object.assign({}, ...parts.map((part) => part.other)) as IDataObject;
	return {
		campaign: name,
		found: isFound,
		...(summary as unknown as IDataObject),
		...(isFound ? {} : { warning: NOT_FOUND }),
		...(Object.keys(other).length > 0 && { other }),
		...(isPage && { html: campaignPage(title, summary, texts) }),
	};
}

function readCampaign(value: unknown): { name: string; campaigns: string[] } {
	const names = [...new Set(list(value).map(String))];
	const name = names.join(', ');
	// A name may have a comma.
	return { name, campaigns: [...names, typeof value === 'string' ? value.trim() : name] };
}

const readSwitch = unlessEmpty(checkSwitch);
