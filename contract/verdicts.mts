import { counted } from '../gateway/values/lists';
import { CREDIT_UNITS, creditsOf, type CreditUnit } from '../gateway/texts/messageLength';
import { instantOf } from '../gateway/values/dates';
import { DELIVERY_STATUS_CODES } from '../gateway/events/deliveryReport';
import { namesShipment } from '../gateway/replies/status';
import {
	leavesIn,
	recordsIn,
	type Conversation,
	type Followed,
	type Spoken,
} from './conversation.mts';

export interface Verdict {
	outcome: 'holds' | 'refuted' | 'untested';
	because: string;
}

export interface Evidence {
	said: Conversation;
	followed?: Followed;
}

type Judge = (evidence: Evidence) => Verdict;

const untested = (because: string): Verdict => ({ outcome: 'untested', because });
const told = (isSo: boolean, yes: string, no = yes): Verdict =>
	isSo ? { outcome: 'holds', because: yes } : { outcome: 'refuted', because: no };

function inWords(spoken: Spoken | undefined): string {
	if (!spoken) return 'it was not asked';
	const { name, failure, status, httpStatus, unread } = spoken;
	if (failure) return `${name}: no answer (${failure})`;
	return `${name}: ${status === undefined ? `HTTP ${httpStatus}, no reply (${unread})` : `status ${status}`}`;
}

/** A refusal of the account or its sender says nothing about the question. */
const REFUSALS = [3, 10, 11, 511, 512, 515];

/** Whether questions got the assumed status. */
const status =
	(names: string[], ...expected: number[]): Judge =>
	({ said }) => {
		const asked = names.map((name) => said.get(name));
		const answered = asked.filter((spoken) => spoken && !spoken.failure);
		const good = answered.filter((spoken) => expected.includes(spoken?.status ?? NaN));
		const bad = answered.filter(
			(spoken) => ![...expected, ...REFUSALS].includes(spoken?.status ?? NaN),
		);
		if (bad.length + good.length === 0) return untested(asked.map(inWords).join('; '));
		return told(bad.length === 0, good.map(inWords).join('; '), bad.map(inWords).join('; '));
	};

/** Whether the records of a reply, if there are any, have all of these names. */
const records =
	(name: string, ...names: string[]): Judge =>
	({ said }) => {
		const asked = [name, `${name} (XML)`].flatMap((each) => said.get(each) ?? []);
		const good = asked.filter((spoken) => spoken.status === 0);
		if (good.length === 0) {
			return asked[0]?.unread ? told(false, inWords(asked[0])) : untested(inWords(asked[0]));
		}
		const found = good.flatMap(recordsIn);
		if (found.length === 0) return untested(`${name}: the account has none`);
		const seen = [...new Set(leavesIn(found).map(([label]) => label))];
		const missing = names.filter((label) => !seen.includes(label));
		const has = `${name}: the records have ${seen.join(', ') || 'no names'}`;
		return told(missing.length === 0, has, `${has}, and not ${missing.join(', ')}`);
	};

const ofSend =
	(judge: (followed: Followed, reports: ReturnType<typeof recordsIn>) => Verdict): Judge =>
	({ followed }) =>
		followed
			? judge(followed, recordsIn(followed.looks.at(-1)))
			: untested('needs a text: --send-to');

const balanceIn = ({ status: read, tree }: Spoken) =>
	read === 0 && typeof tree.balance === 'string' ? Number(tree.balance) : NaN;

/** The credits that a text cost, by the balance before and after it. Undefined if the balance did not change. */
export function paidFor({ balances: [before, after] }: Followed): number | undefined {
	const credits = balanceIn(before) - balanceIn(after);
	return credits > 0 ? credits : undefined;
}

/** The credit units that explain what the text cost. */
const unitsOf = (followed: Followed): CreditUnit[] =>
	CREDIT_UNITS.filter((unit) => creditsOf(followed.text, unit) === paidFor(followed));

/** What to choose under 'Characters per Credit' in SMS → Estimate. */
function adviceOn(followed: Followed, credits: number): string {
	const took = `${followed.text.length} characters took ${counted(credits, 'credit')}`;
	const [first, ...others] = unitsOf(followed);
	if (first === undefined) return `${took}, which fits no choice.`;
	if (others.length === 0)
		return `${took}: choose ${first === 'segment' ? "'By Segment'" : first}.`;
	return `${took}: choose ${first}, or ${others.join(' or ')} if your contract says so.`;
}

/** 15 minutes, because phone and gateway have other clocks, and dates are rounded to a minute. */
const NEAR = 15 * 60_000;

/** How to judge rows of the register. Rows without a judge cannot be tested without changes or costs. */
export const JUDGES: Readonly<Record<string, Judge>> = {
	replyShape: ({ said }) => {
		const all = [...said.values()];
		const unread = all.filter((spoken) => spoken.unread);
		const read = all.filter((spoken) => spoken.status !== undefined);
		if (unread.length + read.length === 0) return untested('no reply came');
		const why = unread.map(inWords).join('; ');
		return told(unread.length === 0, `${read.length} replies were read`, why);
	},
	windows: status(['incoming of months', 'blocklist'], 0),
	onBehalfOf: status(['somebody else'], 503, 11),
	unknownCommand: status(['unknown operation'], 997),
	incomingRequest: status(['incoming'], 0),
	misspelledNames: records('reports'),
	birthdayRecords: records('birthday campaigns'),
	contactListRecords: records('contact lists', 'id', 'name'),
	contactRecords: records('contact list'),
	senderRecords: records('senders'),
	subAccountRecords: records('sub-accounts'),
	reportRecords: records('reports', 'external_id', 'status', 'en_message', 'date', 'shipment_id'),
	incomingRecords: records('incoming', 'phone', 'message', 'date', 'dest'),
	tokenReply: ({ said }) => {
		const spoken = said.get('token');
		if (spoken?.status !== 0) return untested(inWords(spoken));
		const { message, expiration_date: expires } = spoken.tree;
		return told(
			typeof message === 'string' && message !== '',
			`token: it is in message, ${expires ? 'with' : 'without'} expiration_date`,
			`token: status 0 with ${Object.keys(spoken.tree).join(', ')}`,
		);
	},
	deliveryStatuses: ({ said, followed }) => {
		const reports = [said.get('reports'), said.get('reports (XML)'), ...(followed?.looks ?? [])];
		const all = reports.flatMap(recordsIn).flatMap((record) => record.status ?? []);
		const codes = [...new Set(all.map(String))];
		if (codes.length === 0) return untested('reports: the account has none of the last days');
		const unknown = codes.filter((code) => !DELIVERY_STATUS_CODES.includes(Number(code)));
		const seen = `reports: ${codes.join(', ')}`;
		return told(unknown.length === 0, seen, `reports: ${unknown.join(', ')} are not in the table`);
	},
	sendReply: ofSend(({ send }) => {
		if (send.status !== 0) return untested(inWords(send));
		return told(namesShipment(send.tree), 'send: a shipment ID', 'send: no shipment ID');
	}),
	creditUnit: ofSend((followed) => {
		const credits = paidFor(followed);
		if (credits === undefined) return untested('the balance does not show it: ask the service');
		return told(unitsOf(followed).length > 0, adviceOn(followed, credits));
	}),
	israelTime: ofSend(({ sentAt }, reports) => {
		const date = reports.map((report) => report.date).find((each) => typeof each === 'string');
		if (date === undefined) return untested('no report came with a date');
		const read = instantOf(date);
		if (read === undefined) return told(false, `the report has a date of another form: ${date}`);
		const sent = new Date(sentAt).toISOString();
		const isNow = Math.abs(read - sentAt) < NEAR;
		return told(isNow, 'the report is of now', `the report is of ${date}, the text of ${sent}`);
	}),
	noReportYet: ofSend(({ looks: [first, ...more] }) => {
		if (more.length === 0) return untested('the report was there at the first look');
		const before = 'entry came before the report';
		return told(recordsIn(first).length === 0, `no ${before}`, `an ${before}`);
	}),
	externalIds: ofSend(({ externalId }, reports) => {
		const leaves = leavesIn(reports);
		if (leaves.length === 0) return untested('no report came');
		const isSame = leaves.some(([, value]) => value === externalId);
		return told(isSame, 'the report has the ID that was sent', 'the report has another ID');
	}),
};

export const judge = (name: string, evidence: Evidence): Verdict =>
	JUDGES[name]?.(evidence) ?? untested('a person has to look');
