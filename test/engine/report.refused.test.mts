import type { INodeParameters } from 'n8n-workflow';

import { expectBadInput } from './harness/expectBadInput.mts';
import { getByDate, getByExternalId, getIncomingMessages } from './harness/reports.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';
import { plainReply } from './harness/withReply.mts';

const fixture = useSandbox();

const NO_WINDOW = 'The start or the end of the time window is missing';
const ENDS_FIRST = "The time from 'From' to 'To' ends before it begins";

type BadInput = [text: string, values: INodeParameters, options?: INodeParameters];

interface ReportOperation {
	name: string;
	get: typeof getByDate;
	/** What a status 2 says. */
	missing: string;
	advice: string;
	badInput: BadInput[];
}

const OPERATIONS: ReportOperation[] = [
	{
		name: 'Get by External ID',
		get: getByExternalId,
		missing: 'The time window or the external IDs are missing',
		advice: "Enter 'From', 'To' and at least one external ID.",
		badInput: [
			["'External IDs' is empty", { externalIds: '={{ [] }}' }],
			['\'External IDs\' is "null", which the service reads as no ID', { externalIds: 'a,null' }],
			['\'From\' is not a date ("yesterday")', { from: 'yesterday' }],
			["'To' is not a date", { to: '2026-02-31' }],
			[ENDS_FIRST, { from: '2026-01-15T10:01', to: '2026-01-15T10:00' }],
			["'From' is outside the years 2000 to 2099", { from: '2999-01-01', to: '' }],
		],
	},
	{
		name: 'Get by Date',
		get: getByDate,
		missing: NO_WINDOW,
		advice: "Enter both 'From' and 'To'.",
		badInput: [
			[ENDS_FIRST, { from: '2026-01-17' }],
			["'From' is not a date", { from: 'x' }],
			["'To' is not a date", { to: '15-01-2026' }],
			['\'Limit\' is "0"', { returnAll: false, limit: 0 }],
			['\'Limit\' is "many"', { returnAll: false, limit: '={{ "many" }}' }],
		],
	},
	{
		name: 'Get Incoming Messages',
		get: getIncomingMessages,
		missing: NO_WINDOW,
		advice: "Enter both 'From' and 'To'.",
		badInput: [
			[ENDS_FIRST, { from: '2026-01-17' }],
			["'From' is not a date", { from: 'x' }],
			["'To' is not a date", { to: '99/99/26 10:00' }],
			['\'Limit\' is "-1"', { returnAll: false, limit: -1 }],
			['\'Timeout\' is "0"; use a whole number of at least 1', {}, { timeout: 0 }],
			['\'Timeout\' is "soon"', {}, { timeout: '={{ "soon" }}' }],
		],
	},
];

describe.each(OPERATIONS)('Report $name', ({ get, missing, advice, badInput }) => {
	describe.each(ENCODINGS)('in %s', (encoding) => {
		test('status 2: what may be missing', async () => {
			const { error } = await fixture.runWithReply(plainReply(encoding, 2), get(), { encoding });
			expect(error?.message).toBe(`${missing} (status 2) [item 0]`);
			expect(error?.description).toContain(advice);
		});
	});

	test.each(badInput)('names bad input of a report: %s', async (text, values, options = {}) => {
		const { error } = await fixture.run(get(values, options));
		expectBadInput(fixture, error, text);
	});
});

// With nobody at work, nothing would have been asked and nothing come out.
test.each([0, 11, '={{ "many" }}'])('refuses %j concurrent requests', async (requests) => {
	const { error } = await fixture.run(getByDate({}, { concurrentRequests: requests }));
	expectBadInput(fixture, error, /^'Concurrent Requests' is .*; use a whole number from 1 to 10 /);
});

test('reports the other items beside one with a wrong option', async () => {
	const { items } = await fixture.run(getByDate({}, { timeout: '={{ $json.seconds }}' }), {
		items: [{ seconds: 0 }, { seconds: 30 }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.error)).toStrictEqual([
		expect.stringMatching(/^'Timeout' is "0"/),
	]);
	expect(fixture.sandbox.requests()).toHaveLength(1);
});
