import { fromGatewayDate } from '../../gateway/dates';
import { DELIVERY_STATUS_CODES } from '../../gateway/deliveryStatus';
import { namesShipment } from '../../gateway/status';
import type { Conversation, Followed } from './conversation.mts';
import { adviceOn, paidFor } from './creditUnit.mts';
import { leavesIn, recordsIn } from './replyParts.mts';
import type { Spoken } from './speak.mts';

export interface Verdict {
	outcome: 'holds' | 'refuted' | 'untested';
	because: string;
}

export interface Evidence {
	said: Conversation;
	followed?: Followed;
}

const holds = (because: string): Verdict => ({ outcome: 'holds', because });
const refuted = (because: string): Verdict => ({ outcome: 'refuted', because });
const untested = (because: string): Verdict => ({ outcome: 'untested', because });
const told = (isSo: boolean, yes: string, no: string): Verdict => (isSo ? holds(yes) : refuted(no));

function inWords(spoken: Spoken | undefined): string {
	if (!spoken) return 'it was not asked';
	const { failure, status, httpStatus, unread } = spoken;
	if (failure) return `no answer (${failure})`;
	return status === undefined ? `HTTP ${httpStatus}, no reply (${unread})` : `status ${status}`;
}

const REFUSALS = [3, 10, 11, 511, 512, 515];

/** Judges whether a question got an expected status. */
const status =
	(name: string, ...expected: number[]) =>
	({ said }: Evidence): Verdict => {
		const spoken = said.get(name);
		const because = `${name}: ${inWords(spoken)}`;
		if (!spoken || spoken.failure) return untested(because);
		if (expected.includes(spoken.status ?? NaN)) return holds(because);
		// A refusal because of the account or sender says nothing about the question.
		return REFUSALS.includes(spoken.status ?? NaN) ? untested(because) : refuted(because);
	};

/** Judges whether a reply's records, if any, have all these names. */
const records =
	(name: string, names: string[]) =>
	({ said }: Evidence): Verdict => {
		const asked = [name, `${name} (XML)`].flatMap((each) => said.get(each) ?? []);
		const good = asked.filter((spoken) => spoken.status === 0);
		if (good.length === 0) {
			const because = `${name}: ${inWords(asked[0])}`;
			return asked[0]?.unread ? refuted(because) : untested(because);
		}
		const found = good.flatMap(recordsIn);
		if (found.length === 0) return untested(`${name}: the account has none`);
		const seen = new Set(leavesIn(found).map(([label]) => label));
		const missing = names.filter((label) => !seen.has(label));
		const has = `${name}: the records have ${[...seen].join(', ') || 'no names'}`;
		return missing.length === 0 ? holds(has) : refuted(`${has}, and not ${missing.join(', ')}`);
	};

/** The worst verdict: `refuted` before `holds` before `untested`. */
const all =
	(...judges: Judge[]): Judge =>
	(evidence) => {
		const verdicts = judges.map((judge) => judge(evidence));
		const isAny = (wanted: string) => verdicts.some(({ outcome }) => outcome === wanted);
		const worst = (['refuted', 'holds'] as const).find(isAny) ?? 'untested';
		const same = verdicts.filter(({ outcome }) => outcome === worst);
		return { outcome: worst, because: same.map(({ because }) => because).join('; ') };
	};

type Judge = (evidence: Evidence) => Verdict;

const replyShape: Judge = ({ said }) => {
	const all = [...said.values()];
	const unread = all.filter((spoken) => spoken.unread);
	if (unread.length > 0)
		return refuted(unread.map((one) => `${one.name}: ${inWords(one)}`).join('; '));
	const read = all.filter(({ status }) => status !== undefined);
	return read.length > 0 ? holds(`${read.length} replies were read`) : untested('no reply came');
};

const maskedPhones: Judge = ({ said }) => {
	const masked = leavesIn(recordsIn(said.get('blocklist')))
		.map(([, value]) => value)
		.filter((value) => /\d.*\*|\*.*\d/.test(value));
	if (masked.length === 0) return untested('blocklist: the account has no masked number');
	const odd = masked.filter((value) => ![9, 10, 11, 12].includes(value.replace('+', '').length));
	const usual = `blocklist: ${masked.length} masked numbers of the usual length`;
	return told(odd.length === 0, usual, `blocklist: ${odd.length} of another length`);
};

const tokenReply: Judge = ({ said }) => {
	const spoken = said.get('token');
	if (spoken?.status !== 0) return untested(`token: ${inWords(spoken)}`);
	const { message, expiration_date: expires } = spoken.tree;
	return told(
		typeof message === 'string' && message !== '',
		`token: it is in message, ${expires ? 'with' : 'without'} expiration_date`,
		`token: status 0 with ${Object.keys(spoken.tree).join(', ')}`,
	);
};

const deliveryStatuses: Judge = ({ said, followed }) => {
	const reports = [said.get('reports'), said.get('reports (XML)'), ...(followed?.looks ?? [])];
	const codes = reports
		.flatMap(recordsIn)
		.flatMap((record) => record.status ?? [])
		.map(String);
	if (codes.length === 0) return untested('reports: the account has none of the last days');
	const unknown = codes.filter((code) => !DELIVERY_STATUS_CODES.includes(Number(code)));
	const seen = [...new Set(codes)].join(', ');
	const others = `reports: ${[...new Set(unknown)].join(', ')} are not in the table`;
	return told(unknown.length === 0, `reports: ${seen}`, others);
};

const ofSend =
	(judge: (followed: Followed) => Verdict): Judge =>
	({ followed }) =>
		followed ? judge(followed) : untested('needs a text: --send-to');

const reportsOf = ({ looks }: Followed) => recordsIn(looks.at(-1));

const sendReply = ofSend(({ send }) => {
	if (send.status !== 0) return untested(`send: ${inWords(send)}`);
	const isThere = namesShipment(send.tree);
	return told(isThere, 'send: it has a shipment ID', 'send: it has no shipment ID');
});

/** Milliseconds: 15 minutes for differing clocks, rounded minutes, and the way to the phone. */
const NEAR = 15 * 60_000;

const creditUnit = ofSend((followed) => {
	const paid = paidFor(followed);
	if (paid.credits === undefined) return untested('the balance could not be compared');
	const advice = adviceOn(paid, followed.text);
	return told(paid.units.length > 0, advice, advice);
});

const israelTime = ofSend((followed) => {
	const dates = reportsOf(followed).map((report) => report.date);
	const date = dates.find((each) => typeof each === 'string');
	if (date === undefined) return untested('no report came with a date');
	const read = fromGatewayDate(date);
	if (read === undefined) return refuted(`the report has a date of another form: ${date}`);
	const sent = new Date(followed.sentAt).toISOString();
	const isNow = Math.abs(Date.parse(read) - followed.sentAt) < NEAR;
	return told(isNow, 'the report is of now', `the report is of ${read}, the text of ${sent}`);
});

const noReportYet = ofSend((followed) => {
	const [first] = followed.looks;
	if (followed.looks.length < 2) return untested('the report was there at the first look');
	const isNone = recordsIn(first).length === 0;
	return told(isNone, 'no entry came before the report', 'an entry came before the report');
});

const externalIds = ofSend((followed) => {
	const leaves = leavesIn(reportsOf(followed));
	if (leaves.length === 0) return untested('no report came');
	const isSame = leaves.some(([, value]) => value === followed.externalId);
	return told(isSame, 'the report has the ID that was sent', 'the report has another ID');
});

/** The rows that can be judged. Others cannot be tested without changes or costs. */
export const JUDGES: Readonly<Record<string, Judge>> = {
	creditUnit,
	replyShape,
	misspelledNames: records('reports', []),
	israelTime,
	windows: all(status('incoming of months', 0), status('blocklist', 0)),
	tokenReply,
	onBehalfOf: status('somebody else', 503, 11),
	unknownCommand: status('unknown operation', 997),
	sendReply,
	cancelByName: status('cancel of nothing', 977),
	birthdayRecords: records('birthday campaigns', []),
	contactListRecords: records('contact lists', ['id', 'name']),
	contactRecords: records('contact list', []),
	senderRecords: records('senders', []),
	maskedPhones,
	reportRecords: records('reports', ['external_id', 'status', 'en_message', 'date', 'shipment_id']),
	deliveryStatuses,
	noReportYet,
	incomingRequest: status('incoming', 0),
	incomingRecords: records('incoming', ['phone', 'message', 'date', 'dest']),
	subAccountRecords: records('sub-accounts', []),
	externalIds,
};

export const judge = (name: string, evidence: Evidence): Verdict =>
	JUDGES[name]?.(evidence) ?? untested('a person has to look');
