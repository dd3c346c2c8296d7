import {
	ABOUT_ONE_MESSAGE,
	judgeStatus,
	statusMeaning,
	STATUS_CODES,
	successStatuses,
} from '../../../gateway/status';
import type { Effect } from '../../../gateway/status';
import { STATUS_OF_OPERATION } from '../../../gateway/statusTable';

/** Specification, "Errors", and gateway-api, section 10. */
const ON_RECORD = [
	...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
	...[502, 503, 504, 510, 511, 515, 517, 714, 715, 933, 944, 946, 955, 966, 970, 977],
	...[980, 981, 986, 987, 988, 989, 990, 991, 992, 993, 994, 995, 996, 997, 998, 999],
];

test('every code on record has an entry of its own', () => {
	expect([...STATUS_CODES].sort((a, b) => a - b)).toEqual(ON_RECORD);
});

const OF_OPERATIONS = [...STATUS_OF_OPERATION.keys()].map((key) => key.split(' '));

test.each([
	...ON_RECORD.map((code) => ['sms', code] as const),
	...OF_OPERATIONS.map(([root = '', code]) => [root, Number(code)] as const),
])('%s %i says what happened and what to do', (root, code) => {
	for (const effect of ['read', 'write', 'send'] as const) {
		const { meaning, hint } = statusMeaning(root, code, effect);
		expect(meaning).toMatch(/^[A-Z].*[^.]$/);
		expect(hint).toMatch(/^[A-Z].*\.$/);
		expect(`${meaning} ${hint}`).not.toMatch(/\b(error|problem|failure|failed|mistake)/i);
	}
});

test.each<[string, readonly number[]]>([
	['sms', [0]],
	['bulk', [0]],
	['balance', [0]],
	['toString', [0]],
	['addNumBL', [946, 0]],
	['rmNumBL', [0, 944]],
	['cancel', [0, 955]],
	['validate_otp', [0, 12]],
])('%s succeeds with %j', (root, statuses) => {
	expect(successStatuses(root)).toEqual(statuses);
	for (const status of ON_RECORD) {
		expect(judgeStatus(root, status).ok).toBe(statuses.includes(status));
	}
});

test.each<[string, number, RegExp]>([
	['sms', 12, /enough money/],
	['sms', 4, /not have enough credit$/],
	['bulk', 4, /not have enough credit for the whole batch/],
	['bulk', 12, /enough money for the destinations of the whole batch/],
	['validate_otp', 12, /code is wrong/],
	['dlr', 2, /external IDs are missing/],
	['dlrByDate', 2, /time window is missing/],
	['blacklist', 2, /time window is missing/],
	['incoming', 2, /time window is missing/],
	['newCL', 2, /its name or its contacts are missing/],
	['sms', 2, /required field is missing/],
	['sms', 9, /At least one phone number/],
	['newCL', 9, /contact has a phone number/],
	['addNumCL', 9, /contact has a phone number/],
	['rmNumCL', 9, /contact has a phone number/],
	['addNumCL', 2, /contact list or its contacts are missing/],
	['rmNumCL', 2, /contact list or its contacts are missing/],
	['removeCL', 2, /contact list is missing/],
	['getCLbyID', 2, /contact list is missing/],
	['addNumCL', 988, /contact list does not exist/],
	['addNumBL', 933, /^A phone number is not valid/],
	['rmNumBL', 933, /number or the reason is not valid/],
	['rmNumBL', 2, /numbers or the reason are missing/],
	['verify_phone', 9, /number to verify/],
	['sms', 992, /^The sender is/],
	['addSub', 992, /default sender of the sub-account/],
	['addSub', 511, /cannot create sub-accounts/],
	['balance', 511, /not entitled/],
	['getApiToken', 504, /no current API token/],
	['getApiToken', 511, /may not manage API tokens/],
	['updateAmountSub', 503, /not one of your sub-accounts/],
	['edit_birthday_campaign', 989, /^The message is too long or empty$/],
])('reads for %s that %i means %s', (root, status, meaning) => {
	expect(statusMeaning(root, status).meaning).toMatch(meaning);
});

test('names the operation that makes a token when there is no current one', () => {
	expect(statusMeaning('getApiToken', 504).hint).toMatch(/^Create one with API Token, Create,/);
});

test.each([3, 11, 504])('%i mentions the authorized addresses', (status) => {
	expect(statusMeaning('sms', status).hint).toMatch(
		/authorized addresses of the account \(My Account → Settings\)/,
	);
});

test.each<[number, Effect, 'rejected' | 'unknown', boolean]>([
	[4, 'send', 'rejected', false],
	[12, 'send', 'rejected', false],
	[515, 'send', 'rejected', false],
	[5, 'send', 'rejected', true],
	[715, 'send', 'rejected', true],
	[6, 'send', 'unknown', false],
	[6, 'write', 'unknown', false],
	[6, 'read', 'rejected', true],
	[998, 'send', 'unknown', false],
	[998, 'write', 'unknown', false],
	[998, 'read', 'rejected', false],
	[999, 'send', 'unknown', false],
	[999, 'read', 'rejected', false],
	[944, 'send', 'unknown', false],
	[946, 'send', 'unknown', false],
	[12345, 'send', 'unknown', false],
	[12345, 'write', 'unknown', false],
	[12345, 'read', 'rejected', false],
	[-1, 'send', 'unknown', false],
])('%i on a %s: outcome %s, retryable %s', (status, effect, outcome, retryable) => {
	expect(judgeStatus('sms', status, effect)).toMatchObject({
		ok: false,
		outcome,
		retryable,
	});
});

test('assumes the most careful effect when there is none', () => {
	expect(judgeStatus('whatever', 6)).toEqual(judgeStatus('whatever', 6, 'send'));
});

/** A number, a sender, a link, a contact list or a text. */
const OF_ONE_MESSAGE = [2, 9, 515, 980, 981, 988, 989, 992];

test.each(ON_RECORD)('%i can come from one message of a batch or not', (status) => {
	expect(ABOUT_ONE_MESSAGE.includes(status)).toBe(OF_ONE_MESSAGE.includes(status));
});

test('gives a success nothing but the word', () => {
	expect(judgeStatus('sms', 0)).toEqual({ ok: true });
});

test('tells a status that is not on record from those that are', () => {
	expect(judgeStatus('sms', 4242)).toMatchObject({
		ok: false,
		outcome: 'unknown',
		meaning: 'The service answered with an unknown status',
		hint: expect.stringMatching(/^Read what the service said\. \S/) as string,
	});
	expect(judgeStatus('sms', 4242)).toEqual(judgeStatus('sms', 4242, 'send'));
});
