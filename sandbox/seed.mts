import { writeTime } from './israelTime.mts';
import { newAccount, type AccountSeed } from './newAccount.mts';
import { emptyState, type BirthdayCampaign, type State, type Token } from './state.mts';

const DAY = 86_400_000;
const YEAR = 365 * DAY;
const SENDERS = ['TextMe', '0559000100'] as const;

/** The data that a test or person needs to use a seeded account. */
export interface Credentials {
	username: string;
	token: string;
	sender: string;
	/** A verified number as sender, which a handset can reply to. */
	number: string;
	phone: string;
}

const credentials = (username: string, token: string): Credentials => ({
	username,
	token,
	sender: SENDERS[0],
	number: SENDERS[1],
	phone: '0501234567',
});

/** Fixed and readable, so that a log or a failed test explains itself. */
export const SEEDED = {
	account: credentials('demo', 'sandbox-token-demo'),
	reseller: credentials('demo-reseller', 'sandbox-token-reseller'),
	subAccount: credentials('demo-sub', 'sandbox-token-sub'),
	otherUser: credentials('demo-other', 'sandbox-token-other'),
	expired: credentials('demo', 'sandbox-token-expired'),
	/** `getApiToken` answers 511. */
	noTokenRights: credentials('demo-no-token-rights', 'sandbox-token-no-token-rights'),
	/** Without a token of its own: the reseller's `current` for it answers 504. */
	noCurrentToken: credentials('demo-sub-new', 'sandbox-token-reseller'),
	/** A domestic send answers 4. */
	noCredit: credentials('demo-no-credit', 'sandbox-token-no-credit'),
	/** A send abroad answers 12. */
	noMoney: credentials('demo-no-money', 'sandbox-token-no-money'),
	/** Sends outside 08:00 to 20:00 answer 5. */
	daytimeOnly: credentials('demo-daytime', 'sandbox-token-daytime'),
	/** May send and read its balance; everything else answers 511. */
	restricted: credentials('demo-restricted', 'sandbox-token-restricted'),
} as const satisfies Record<string, Credentials>;

const RESTRICTED_ROOTS = [
	'send_otp',
	'validate_otp',
	'cancel',
	'get_birthday_campaigns',
	'edit_birthday_campaign',
	'newCL',
	'removeCL',
	'addNumCL',
	'rmNumCL',
	'getCL',
	'getCLbyID',
	'addNumBL',
	'rmNumBL',
	'blacklist',
	'dlr',
	'dlrByDate',
	'incoming',
	'verify_phone',
	'getVerifiedPhones',
	'getApiToken',
] as const;

const funded = { credits: 100_000, agorot: 50_000, mail: 1_000, senders: SENDERS } as const;

const ACCOUNTS: readonly AccountSeed[] = [
	{ ...funded, username: 'demo', name: 'Demo account' },
	{ ...funded, username: 'demo-reseller', name: 'Demo reseller', reseller: true },
	{
		...funded,
		username: 'demo-sub',
		name: 'First customer',
		parent: 'demo-reseller',
		credits: 500,
	},
	{ ...funded, username: 'demo-sub-new', parent: 'demo-reseller', credits: 0, agorot: 0 },
	{ ...funded, username: 'demo-other' },
	{ ...funded, username: 'demo-no-token-rights', denied: ['getApiToken'] },
	{ ...funded, username: 'demo-no-credit', credits: 0 },
	{ ...funded, username: 'demo-no-money', agorot: 0 },
	{ ...funded, username: 'demo-daytime', sendingHours: [8, 20] },
	{ ...funded, username: 'demo-restricted', denied: RESTRICTED_ROOTS },
];

const BIRTHDAYS: readonly BirthdayCampaign[] = [
	{ id: 5001, message: 'Happy birthday!', source: 'TextMe', time: '10:00' },
	{ id: 5002, message: 'יום הולדת שמח', source: 'TextMe', time: '09:30' },
];

function seedToken({ username, token }: Credentials, now: number): Token {
	const issuedAt = now - (token === SEEDED.expired.token ? 3 * YEAR : DAY);
	return {
		name: writeTime(issuedAt, 'expiry'),
		value: token,
		username,
		issuedAt,
		expiresAt: issuedAt + 2 * YEAR,
	};
}

export function seededState(now: number): State {
	const state = emptyState();
	for (const seed of ACCOUNTS) state.accounts.set(seed.username, newAccount(seed, now));
	for (const seeded of Object.values(SEEDED)) {
		if (seeded !== SEEDED.noCurrentToken) state.tokens.set(seeded.token, seedToken(seeded, now));
	}
	const demo = state.accounts.get(SEEDED.account.username);
	for (const birthday of BIRTHDAYS) demo?.birthdays.set(birthday.id, { ...birthday });
	return state;
}
