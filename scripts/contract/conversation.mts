import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toGatewayDate } from '../../gateway/dates';
import type { GatewayTree } from '../../gateway/tree';
import { leavesIn, recordsIn } from './replyParts.mts';
import { speak, type Account, type Question, type Spoken } from './speak.mts';

const DAY = 86_400_000;
/** Milliseconds by which clocks may differ. */
const HOUR = 3_600_000;
const NOTHING = 'contract-none';

/** The answers by name of the question. XML questions end in ` (XML)`. */
export type Conversation = Map<string, Spoken>;

const windowOf = (days: number): { from: string; to: string } => ({
	from: toGatewayDate(new Date(Date.now() - days * DAY).toISOString()),
	to: toGatewayDate(new Date(Date.now() + HOUR).toISOString()),
});

/** Makes the calls that neither change nor cost anything. */
export async function converse(account: Account): Promise<Conversation> {
	const said: Conversation = new Map();
	const ask = async (
		name: string,
		root: string,
		fields: GatewayTree = {},
		more: Partial<Question> = {},
	) => {
		const spoken = await speak(account, { name, root, fields, ...more });
		said.set(name, spoken);
		return spoken;
	};
	const askBoth = async (name: string, root: string, fields?: GatewayTree) => {
		const spoken = await ask(name, root, fields);
		await ask(`${name} (XML)`, root, fields, { encoding: 'xml' });
		return spoken;
	};
	const reportsOf = (external_id: string | string[]) => ({
		transactions: { external_id },
		...windowOf(6),
	});

	await askBoth('balance', 'balance');
	await askBoth('token', 'getApiToken', { username: account.username, action: 'current' });
	await askBoth('senders', 'getVerifiedPhones');
	const lists = await askBoth('contact lists', 'getCL');
	const list = idIn(lists);
	if (list) await askBoth('contact list', 'getCLbyID', { cl: { id: list } });
	await askBoth('birthday campaigns', 'get_birthday_campaigns');
	await askBoth('blocklist', 'blacklist', windowOf(180));
	await askBoth('incoming', 'incoming', windowOf(6));
	await ask('incoming of months', 'incoming', windowOf(60));
	await askBoth('reports', 'dlrByDate', reportsOf('null'));
	await ask('report of nothing', 'dlr', reportsOf([NOTHING]));
	await askBoth('sub-accounts', 'getBlanceSubs');
	await ask('unknown operation', 'contractNone');
	await ask('somebody else', 'balance', { user: { username: NOTHING } });

	await ask('cancel of nothing', 'cancel', { campaign_name: NOTHING });
	return said;
}

const idIn = (lists: Spoken) =>
	leavesIn(recordsIn(lists).slice(0, 1)).find(([name, id]) => /id$/i.test(name) && id)?.[1];

export interface Followed {
	send: Spoken;
	text: string;
	externalId: string;
	sentAt: number;
	/** The answers of `balance` before and after the send. */
	balances: [before: Spoken, after: Spoken];
	/** The answers of `dlr`, in order. */
	looks: Spoken[];
}

/** 150 Hebrew characters: three credits if a credit pays for a segment, otherwise one. */
const MEASURE =
	'הודעה אחת נשלחה עכשיו לבדיקת השירות, כדי לדעת כמה תווים כלולים בכל יחידת חיוב בחשבון. אין צורך להשיב עליה, היתרה נבדקת לפני השליחה ואחריה. תודה רבה!'.padEnd(
		150,
		'!',
	);

/** Seconds to look for a report. */
const PATIENCE = 600;

/** Sends one text to a person's own phone, and asks for its report until it has a status or the time is up. */
export async function sendAndFollow(
	account: Account,
	{ phone, sender, pause }: { phone: string; sender: string; pause: number },
): Promise<Followed> {
	const externalId = `contract,${randomBytes(4).toString('hex')};1`;
	const ask = (name: string, root: string, fields: GatewayTree = {}) =>
		speak(account, { name, root, fields });
	const before = await ask('balance before the send', 'balance');
	const sentAt = Date.now();
	const destinations = { phone: [{ $: { id: externalId }, _: phone }] };
	const send = await ask('send', 'sms', { source: sender, destinations, message: MEASURE });
	const after = await ask('balance after the send', 'balance');
	const looks: Spoken[] = [];
	for (let waited = 0; waited <= PATIENCE; waited += pause) {
		const fields = { transactions: { external_id: [externalId] }, ...windowOf(1) };
		const look = await ask(`look ${looks.length + 1}`, 'dlr', fields);
		looks.push(look);
		if (leavesIn(recordsIn(look)).some(([name]) => name === 'status')) break;
		await sleep(pause * 1000);
	}
	return { send, text: MEASURE, externalId, sentAt, balances: [before, after], looks };
}
