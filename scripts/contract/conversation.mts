import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toGatewayDate } from '../../gateway/dates';
import type { GatewayTree } from '../../gateway/tree';
import { leavesOf, recordsOf } from './replyParts.mts';
import { speak, type Account, type Question, type Spoken } from './speak.mts';
import { shipmentIn, testAddressIn } from './testAddress.mts';

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
	const ask = async (question: Question) => {
		const spoken = await speak(account, question);
		said.set(question.name, spoken);
		return spoken;
	};
	const askBoth = async (question: Question) => {
		const spoken = await ask(question);
		await ask({ ...question, name: `${question.name} (XML)`, encoding: 'xml' });
		return spoken;
	};

	await askBoth({ name: 'balance', root: 'balance' });
	await askBoth({
		name: 'token',
		root: 'getApiToken',
		fields: { username: account.username, action: 'current' },
	});
	const senders = await askBoth({ name: 'senders', root: 'getVerifiedPhones' });
	const lists = await askBoth({ name: 'contact lists', root: 'getCL' });
	const list = idIn(lists);
	if (list)
		await askBoth({ name: 'contact list', root: 'getCLbyID', fields: { cl: { id: list } } });
	await askBoth({ name: 'birthday campaigns', root: 'get_birthday_campaigns' });
	await askBoth({ name: 'blocklist', root: 'blacklist', fields: windowOf(180) });
	await askBoth({ name: 'incoming', root: 'incoming', fields: windowOf(6) });
	await ask({ name: 'incoming of months', root: 'incoming', fields: windowOf(60) });
	await askBoth({
		name: 'reports',
		root: 'dlrByDate',
		fields: { transactions: { external_id: 'null' }, ...windowOf(6) },
	});
	await ask({
		name: 'report of nothing',
		root: 'dlr',
		fields: { transactions: { external_id: [NOTHING] }, ...windowOf(6) },
	});
	await askBoth({ name: 'sub-accounts', root: 'getBlanceSubs' });
	await ask({ name: 'unknown operation', root: 'contractNone' });
	await ask({ name: 'somebody else', root: 'balance', as: { username: NOTHING } });

	// Harmless checks come first, so that a test address that really sends is found before it does harm.
	const check = async (name: string, root: string, fields: GatewayTree = {}) =>
		await ask({ name, root, fields, isCheck: true });
	await check('check of a read', 'balance');
	const sender = ownSender ?? senderIn(senders);
	const refused = await check('check of a bad number', 'sms', smsTo('05', sender ?? 'Test'));
	if (refused.decoded.kind === 'unreadable') return said;
	await check('check of a bad sender', 'sms', smsTo(NOBODY, 'NoSuchSendr'));
	await check('check of a cancel by id', 'cancel', { campaign_id: '1' });
	await check('check of a cancel by name', 'cancel', { campaign_name: NOTHING });
	await check('check of a birthday campaign', 'edit_birthday_campaign', {
		campaign_id: '1',
		message: TEXT,
	});
	await check('check of a bad list', 'sms', {
		...smsTo(NOBODY, sender ?? 'Test'),
		...toList('999999999'),
	});
	if (sender === undefined) return said;
	await ask({ name: 'balance before the check', root: 'balance' });
	const sms = await check('check of a send', 'sms', smsTo(NOBODY, sender));
	if (shipmentIn(sms)) {
		await ask({ name: 'balance after the check', root: 'balance' });
		if (testAddressIn(said) !== 'ships') return said;
	}
	await check('check of a batch', 'bulk', { messages: { sms: [smsTo(NOBODY, sender)] } });
	await check('check of a batch with a bad one', 'bulk', {
		messages: { sms: [smsTo(NOBODY, sender), smsTo('05', sender)] },
	});
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
const toList = (id: string): GatewayTree => ({ destinations: { cl_id: [id] } });

const leavesOfRecords = ({ decoded }: Spoken) =>
	decoded.kind === 'reply' ? recordsOf(decoded.tree).map(leavesOf) : [];

const idIn = (lists: Spoken) =>
	leavesOfRecords(lists)[0]?.find(([name, value]) => /id$/i.test(name) && value !== '')?.[1];

const senderIn = (senders: Spoken) =>
	leavesOfRecords(senders)
		.flat()
		.find(([, value]) => /^0?\d{8,9}$/.test(value))?.[1];

export interface Followed {
	send: Spoken;
	externalId: string;
	sentAt: number;
	/** The answers of `balance`, from before and after the send. */
	balances: [before: Spoken, after: Spoken];
	/** The answers of `dlr`, in order. */
	looks: Spoken[];
}

/** Sends one text to a person's own phone, and asks for its report until one has a status or the time is up. */
export async function sendAndFollow(
	account: Account,
	{
		phone,
		sender,
		seconds,
		pause,
	}: { phone: string; sender: string; seconds: number; pause: number },
): Promise<Followed> {
	const externalId = `contract,${randomBytes(4).toString('hex')};1`;
	const before = await speak(account, { name: 'balance before the send', root: 'balance' });
	const sentAt = Date.now();
	const send = await speak(account, {
		name: 'send',
		root: 'sms',
		fields: {
			source: sender,
			destinations: { phone: [{ $: { id: externalId }, _: phone }] },
			message: 'This text was sent by "npm run contract", once. שלום!',
		},
	});
	const after = await speak(account, { name: 'balance after the send', root: 'balance' });
	const looks: Spoken[] = [];
	for (let waited = 0; waited <= seconds; waited += pause) {
		const fields = { transactions: { external_id: [externalId] }, ...windowOf(1) };
		const look = await speak(account, {
			name: `look ${looks.length + 1}`,
			root: 'dlr',
			fields,
		});
		looks.push(look);
		if (leavesOfRecords(look).some((leaves) => leaves.some(([name]) => name === 'status'))) break;
		await sleep(pause * 1000);
	}
	return { send, externalId, sentAt, balances: [before, after], looks };
}
