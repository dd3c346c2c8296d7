import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toGatewayDate } from '../gateway/values/dates';
import { decodeReply } from '../gateway/wire/decode';
import { encodeRequest } from '../gateway/wire/encode';
import { findRecords } from '../gateway/replies/records';
import type { Encoding, GatewayTree, ReplyTree, ReplyValue } from '../gateway/values/tree';

export interface Account {
	baseUrl: string;
	username: string;
	token: string;
}

export interface Spoken {
	name: string;
	root: string;
	encoding: Encoding;
	request: string;
	/** Left out where no answer came. */
	httpStatus?: number;
	contentType?: string;
	reply: string;
	/** Why no answer came. */
	failure?: string;
	/** Why an answer is no reply. */
	unread?: string;
	/** Only if the answer is a reply. */
	status?: number;
	tree: ReplyTree;
}

/** Asks once, without retries. A failure is part of the result. */
export async function speak(
	{ baseUrl, username, token }: Account,
	name: string,
	root: string,
	fields: GatewayTree = {},
	encoding: Encoding = 'json',
): Promise<Spoken> {
	const { body, contentType } = encodeRequest(root, { user: { username }, ...fields }, encoding);
	const asked = { name, root, encoding, request: body };
	try {
		const response = await fetch(`${baseUrl}/api`, {
			method: 'POST',
			redirect: 'manual',
			headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
			body,
			signal: AbortSignal.timeout(60_000),
		});
		const reply = await response.text();
		const decoded = decodeReply(reply, root);
		return {
			...{ ...asked, reply, httpStatus: response.status },
			contentType: response.headers.get('content-type') ?? undefined,
			...(decoded.kind === 'reply'
				? { status: decoded.status, tree: decoded.tree }
				: { unread: decoded.excerpt, tree: {} }),
		};
	} catch (error) {
		const { message, cause } = error as Error;
		const failure = cause instanceof Error ? `${message}: ${cause.message}` : message;
		return { ...asked, reply: '', failure, tree: {} };
	}
}

/** The records of a reply, as the node finds them. */
export const recordsIn = (spoken: Spoken | undefined) => findRecords(spoken?.tree ?? {}).records;

export const leavesIn = (records: ReplyTree[]) => records.flatMap((record) => leavesOf('', record));

function leavesOf(name: string, value: ReplyValue): Array<[name: string, value: string]> {
	if (typeof value === 'string') return [[name, value]];
	if (Array.isArray(value)) return value.flatMap((item) => leavesOf(name, item));
	return Object.entries(value).flatMap(([key, item]) => leavesOf(key === '_' ? name : key, item));
}

const NOTHING = 'contract-none';

/** Until an hour from now, since clocks differ. */
const windowOf = (days: number): { from: string; to: string } => ({
	from: toGatewayDate(new Date(Date.now() - days * 86_400_000).toISOString()),
	to: toGatewayDate(new Date(Date.now() + 3_600_000).toISOString()),
});

/** The answers by the question's name. Names of questions in XML end with ` (XML)`. */
export type Conversation = Map<string, Spoken>;

/** Makes the calls that change nothing and cost nothing. */
export async function converse(account: Account): Promise<Conversation> {
	const said: Conversation = new Map();
	const ask = async (name: string, root: string, fields?: GatewayTree, encoding?: Encoding) =>
		said.set(name, await speak(account, name, root, fields, encoding)).get(name);
	const askBoth = async (name: string, root: string, fields?: GatewayTree) => {
		await ask(`${name} (XML)`, root, fields, 'xml');
		return await ask(name, root, fields);
	};
	const transactions = (external_id: string | string[]) => ({ transactions: { external_id } });

	await askBoth('balance', 'balance');
	await askBoth('token', 'getApiToken', { username: account.username, action: 'current' });
	await askBoth('senders', 'getVerifiedPhones');
	const [list] = recordsIn(await askBoth('contact lists', 'getCL'));
	const id = leavesIn(list ? [list] : []).find(([name, value]) => /id$/i.test(name) && value)?.[1];
	if (id) await askBoth('contact list', 'getCLbyID', { cl: { id } });
	await askBoth('birthday campaigns', 'get_birthday_campaigns');
	await askBoth('blocklist', 'blacklist', windowOf(180));
	await askBoth('incoming', 'incoming', windowOf(6));
	await ask('incoming of months', 'incoming', windowOf(60));
	await askBoth('reports', 'dlrByDate', { ...transactions('null'), ...windowOf(6) });
	await ask('report of nothing', 'dlr', { ...transactions([NOTHING]), ...windowOf(6) });
	await askBoth('sub-accounts', 'getBlanceSubs');
	await ask('unknown operation', 'contractNone');
	await ask('somebody else', 'balance', { user: { username: NOTHING } });
	await ask('cancel of nothing', 'cancel', { campaign_name: NOTHING });
	return said;
}

export interface Followed {
	send: Spoken;
	text: string;
	externalId: string;
	sentAt: number;
	/** The answers of `balance`, from before and after the send. */
	balances: [before: Spoken, after: Spoken];
	/** The answers of `dlr`, in order. */
	looks: Spoken[];
}

/** 150 Hebrew characters, which take three credits where each pays for a segment, and one elsewhere. */
const MEASURE =
	'הודעה אחת נשלחה עכשיו לבדיקת השירות, כדי לדעת כמה תווים כלולים בכל יחידת חיוב בחשבון. אין צורך להשיב עליה, היתרה נבדקת לפני השליחה ואחריה. תודה רבה!'.padEnd(
		150,
		'!',
	);

/** Sends one text to a person's own phone, and asks for its report until one has a status, or for ten minutes. */
export async function sendAndFollow(
	account: Account,
	{ phone, sender, pause }: { phone: string; sender: string; pause: number },
): Promise<Followed> {
	const externalId = `contract,${randomBytes(4).toString('hex')};1`;
	const before = await speak(account, 'balance before the send', 'balance');
	const sentAt = Date.now();
	const destinations = { phone: [{ $: { id: externalId }, _: phone }] };
	const sms = { source: sender, destinations, message: MEASURE };
	const send = await speak(account, 'send', 'sms', sms);
	const after = await speak(account, 'balance after the send', 'balance');
	const looks: Spoken[] = [];
	for (let waited = 0; waited <= 600; waited += pause) {
		const fields = { transactions: { external_id: [externalId] }, ...windowOf(1) };
		const look = await speak(account, `look ${looks.length + 1}`, 'dlr', fields);
		looks.push(look);
		if (leavesIn(recordsIn(look)).some(([name]) => name === 'status')) break;
		await sleep(pause * 1000);
	}
	return { send, text: MEASURE, externalId, sentAt, balances: [before, after], looks };
}
