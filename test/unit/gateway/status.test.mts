import { judgeStatus, rowOf, statusMeaning, STATUS_CODES } from '../../../gateway/replies/status';
import type { Effect } from '../../../gateway/replies/status';
import { STATUS_OF_OPERATION } from '../../../gateway/replies/statusTable';
import type { ReplyTree } from '../../../gateway/values/tree';

/** Specification, "Errors", and gateway-api, section 10. */
const ON_RECORD = [
	...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
	...[502, 503, 504, 510, 511, 512, 515, 517, 714, 715, 933, 944, 946, 955, 966, 970, 977],
	...[980, 981, 986, 987, 988, 989, 990, 991, 992, 993, 994, 995, 996, 997, 998, 999],
];

test('every code on record has an entry of its own', () => {
	expect([...STATUS_CODES].sort((a, b) => a - b)).toEqual(ON_RECORD);
});

const OF_OPERATIONS = [...STATUS_OF_OPERATION.keys()].map((key) => key.split(' '));

test.each([
	...ON_RECORD.map((code) => ['sms', code] as const),
	...OF_OPERATIONS.map(([root = '', code]) => [root, Number(code)] as const),
])('says what happened and what to do by the status %s %i', (root, code) => {
	for (const effect of ['read', 'write', 'send'] as const) {
		const { meaning, hint } = statusMeaning(root, code, effect, true);
		expect(meaning).toMatch(/^[A-Z].*[^.]$/);
		expect(hint).toMatch(/^[A-Z].*\.$/);
		expect(`${meaning} ${hint}`).not.toMatch(/\b(error|problem|failure|failed|mistake)/i);
	}
});

test.each<[string, readonly number[]]>([
	['sms', [0]],
	['balance', [0]],
	['toString', [0]],
	['addNumBL', [0, 946]],
	['rmNumBL', [0, 944]],
	['cancel', [0, 955]],
	['validate_otp', [0, 12]],
])('takes for success of %s the statuses %j', (root, statuses) => {
	for (const status of ON_RECORD) {
		expect(judgeStatus(root, status, 'send') === undefined).toBe(statuses.includes(status));
	}
});

test.each<[string, number, RegExp]>([
	['sms', 12, /enough money/],
	['bulk', 4, /not have enough credit for the whole batch/],
	['getApiToken', 504, /no current API token/],
	['getApiToken', 511, /may not manage API tokens/],
	['validate_otp', 12, /code is wrong/],
	['sms', 2, /required field is missing/],
	['sms', 9, /At least one phone number/],
	['updateAmountSub', 503, /not one of your sub-accounts/],
])('reads for %s that %i means %s', (root, status, meaning) => {
	expect(statusMeaning(root, status, 'send', true).meaning).toMatch(meaning);
});

test.each([3, 11, 504])('mentions the authorized addresses by status %i', (status) => {
	expect(statusMeaning('sms', status, 'send', true).hint).toMatch(
		/authorized addresses of the account \(My Account → Settings\)/,
	);
});

const REFUSED = { outcome: 'rejected', retryable: false };
const FOR_NOW = { ...REFUSED, retryable: true };
const OPEN = { ...REFUSED, outcome: 'unknown' };

test.each<[number, Partial<Record<Effect, object>>]>([
	...[4, 12, 512, 515].map((status): [number, object] => [status, { send: REFUSED }]),
	[5, { send: FOR_NOW }],
	[6, { send: OPEN, write: OPEN, read: FOR_NOW }],
	[998, { send: OPEN, write: OPEN, read: REFUSED }],
	[999, { send: OPEN, read: REFUSED }],
	[944, { send: OPEN }],
])('judges status %i by its effect: %j', (status, verdicts) => {
	for (const [effect, verdict] of Object.entries(verdicts)) {
		expect(judgeStatus('sms', status, effect as Effect)).toMatchObject(verdict);
	}
});

/** A number, sender, link, contact list or text. */
const OF_ONE_MESSAGE = [2, 9, 512, 515, 980, 981, 988, 989, 992];

test.each(ON_RECORD)('knows that status %i can come from one message of a batch', (status) => {
	expect(rowOf(status)?.about !== undefined).toBe(OF_ONE_MESSAGE.includes(status));
});

const IN_DOUBT = { outcome: 'unknown', retryable: false };
const NOT_DONE = { outcome: 'rejected', retryable: false };
const SHIPMENT = { shipment_id: '890578760' };

test.each<[what: string, status: number, reply: ReplyTree | undefined, verdict: object]>([
	['a status nobody has listed refuses', 4242, {}, NOT_DONE],
	['a blank shipment is none', 513, { shipment_id: ' ' }, NOT_DONE],
	['shipment 0 is none', 513, { shipment_id: '0' }, NOT_DONE],
	['with a shipment it is in doubt', 513, SHIPMENT, IN_DOUBT],
	['with a shipment deeper down, too', 513, { messages: [{ ShipmentId: ['7'] }] }, IN_DOUBT],
	['without its reply, too', 4242, undefined, IN_DOUBT],
	['998 is in doubt without a shipment', 998, {}, IN_DOUBT],
	['515 refuses even with a shipment', 515, SHIPMENT, NOT_DONE],
])('explains the status in words of %s: %i in %j', (_, status, reply, verdict) => {
	expect(judgeStatus('sms', status, 'send', false, reply)).toMatchObject(verdict);
	expect(judgeStatus('sms', status, 'read', false, reply)).toMatchObject({ outcome: 'rejected' });
});

test('leaves the outcome of a write with a status nobody has listed unknown', () => {
	for (const effect of ['write', 'send'] as const) {
		expect(judgeStatus('addNumCL', 4242, effect, false, {})).toMatchObject(IN_DOUBT);
	}
});

test('tells a status that is not on record from those that are', () => {
	const { meaning, hint } = statusMeaning('sms', 4242, 'send', true);
	expect(meaning).toBe('The service answered with an unknown status');
	expect(hint).toMatch(/^Read what the service said\. \S/);
});
