import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toGatewayDate } from '../../gateway/dates';
import type { GatewayTree } from '../../gateway/tree';
import { namesShipment } from '../../gateway/status';
import { leavesIn, recordsIn } from './replyParts.mts';
import { speak, type Account, type Question, type Spoken } from './speak.mts';

const DAY = 86_400_000;
/** Room for clocks that differ. */
const HOUR = 3_600_000;
/** A number that nobody has. */
const NOBODY = '0500000000';
const NOTHING = 'contract-none';
const TEXT = 'Test';

/** The answers by name of the question. Names of questions in XML end with ` (XML)`. */
export type Conversation = Map<string, Spoken>;

const windowOf = (days: number): { from: string; to: string } => ({
	from: toGatewayDate(new Date(Date.now() - days * DAY).toISOString()),
	to: toGatewayDate(new Date(Date.now() + HOUR).toISOString()),
});

/** Makes the calls that change and cost nothing: reads, and requests to the test address. */
export async function converse(account: Account, ownSender?: string): Promise<Conversation> {
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
	const senders = await askBoth('senders', 'getVerifiedPhones');
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

	// Harmless checks come first, so that a test address that really sends is found before it does harm.
	const check = (name: string, root: string, fields: GatewayTree = {}) =>
		ask(name, root, fields, { isCheck: true });
	await check('check of a read', 'balance');
	const sender = ownSender ?? senderIn(senders);
	const refused = await check('check of a bad number', 'sms', smsTo('05', sender ?? 'Test'));
	if (refused.status === undefined) return said;
	await check('check of a bad sender', 'sms', smsTo(NOBODY, 'NoSuchSendr'));
	await check('check of a cancel by id', 'cancel', { campaign_id: '1' });
	await check('check of a cancel by name', 'cancel', { campaign_name: NOTHING });
	const campaign = { campaign_id: '1', message: TEXT };
	await check('check of a birthday campaign', 'edit_birthday_campaign', campaign);
	const toList = { ...smsTo(NOBODY, sender ?? 'Test'), destinations: { cl_id: ['999999999'] } };
	await check('check of a bad list', 'sms', toList);
	if (sender === undefined) return said;
	const sms = await check('check of a send', 'sms', smsTo(NOBODY, sender));
	// What names a shipment may have carried this out, and would carry out the others.
	if (namesShipment(sms.tree)) return said;
	const [good, bad] = [smsTo(NOBODY, sender), smsTo('05', sender)];
	await check('check of a batch', 'bulk', { messages: { sms: [good] } });
	await check('check of a batch with a bad one', 'bulk', { messages: { sms: [good, bad] } });
	await check('check of a code', 'send_otp', { phone: NOBODY, source: sender });
	await check('check of blocking', 'addNumBL', { phones: { phone: [NOBODY] } });
	await check('check of unblocking', 'rmNumBL', { phones: { phone: [NOBODY] }, reason: TEXT });
	if (list) {
		const cl = [{ id: list, destinations: { destination: [{ phone: NOBODY }] } }];
		await check('check of adding contacts', 'addNumCL', { cl });
		await check('check of removing contacts', 'rmNumCL', { cl });
	}
	return said;
}

const smsTo = (phone: string, source: string): GatewayTree => ({
	source,
	destinations: { phone: [{ $: { id: NOTHING }, _: phone }] },
	message: TEXT,
});

const idIn = (lists: Spoken) =>
	leavesIn(recordsIn(lists).slice(0, 1)).find(([name, id]) => /id$/i.test(name) && id)?.[1];

const senderIn = (senders: Spoken) =>
	leavesIn(recordsIn(senders)).find(([, value]) => /^0?\d{8,9}$/.test(value))?.[1];

export interface Followed {
	send: Spoken;
	/** What was sent. */
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

/** How long to look for a report, in seconds. */
const PATIENCE = 600;

/** Sends one text to a person's own phone, and asks for its report until one has a status or the time is up. */
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
