import './harness/noWaits.mts';

import { createToken, getCurrentToken } from './harness/apiTokens.mts';
import { expectBadInput } from './harness/expectBadInput.mts';
import { expectRefusal, REFUSED } from './harness/refusedAccounts.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { visible } from './harness/visible.mts';
import { plainReply } from './harness/withReply.mts';

const fixture = useSandbox();

const OPERATIONS: Array<[string, typeof createToken]> = [
	['Create', createToken],
	['Get Current', getCurrentToken],
];

describe.each(ENCODINGS)('in %s', (encoding) => {
	describe.each(OPERATIONS)('API Token %s', (_, operation) => {
		test.each(REFUSED)(
			'explains the status %i of a token that is refused',
			async (status, account) => {
				const { error } = await fixture.run(operation(), {
					encoding,
					account: account(fixture.sandbox),
				});
				expectRefusal(error, status);
				expect(error?.description).toMatch(/The service said: "Token [^*]+"/);
			},
		);

		test('explains status 503 of the token of an account that is no sub-account', async () => {
			const { error } = await fixture.run(operation('demo-other'), { encoding });
			expect(error?.message).toMatch(/not an account that this token may act for \(status 503\)/);
			expect(error?.description).toContain('one of your sub-accounts');
		});

		test('status 511 for an account that may not manage tokens', async () => {
			const { error } = await fixture.run(operation(), {
				encoding,
				account: fixture.sandbox.noTokenRights,
			});
			expect(error?.message).toBe('The account may not manage API tokens (status 511) [item 0]');
			expect(error?.description).toContain('Ask the service to allow it');
		});

		test.each([502, 2])('explains the status %i of an API token', async (status) => {
			const { error } = await fixture.runWithReply(plainReply(encoding, status), operation(), {
				encoding,
			});
			expect(error?.context).toMatchObject({ status, outcome: 'rejected' });
			expect(error?.description).toContain('The service said: "Sorry"');
		});

		test('quotes no answer that cannot be read, which may hold a token', async () => {
			for (const answer of ['{"message":"s3cret-token"}', '<html>s3cret-token</html>']) {
				const result = await fixture.runWithReply(answer, operation(), { encoding });
				expect(result.error?.message).toContain('The answer is not from the service');
				expect(visible(result)).not.toContain('s3cret');
			}
		});
	});

	test('status 504 for an account without a token', async () => {
		const { error } = await fixture.run(getCurrentToken('demo-sub-new'), {
			encoding,
			account: fixture.sandbox.reseller,
		});
		expect(error?.message).toBe('The account has no current API token (status 504) [item 0]');
		expect(error?.description).toContain('Create one with API Token, Create');
	});
});

test('names a username that is no text before anything is asked', async () => {
	const { error } = await fixture.run(getCurrentToken('={{ {} }}'));
	expectBadInput(fixture, error, /^'Username' is not plain text /);
});

test('reads the other tokens beside a bad item', async () => {
	const { items } = await fixture.run(getCurrentToken('={{ $json.username }}'), {
		items: [{ username: 'demo-sub' }, { username: 'demo-other' }, { username: '' }],
		account: fixture.sandbox.reseller,
		onError: 'continueRegularOutput',
	});
	expect(
		items.map(({ json, pairedItem }) => [pairedItem, json.username ?? json.error]),
	).toStrictEqual([
		[{ item: 0 }, 'demo-sub'],
		[{ item: 1 }, expect.stringContaining('(status 503)')],
		[{ item: 2 }, 'demo-reseller'],
	]);
});
