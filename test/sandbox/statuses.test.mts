// Every request status of the specification and the public record, in its situation.
import { REQUEST_STATUSES } from '../../sandbox/requestStatuses.mts';
import { ACCOUNT_ROWS } from './accountStatusRows.mts';
import { call, type CallOptions, ENCODINGS, PHONE, smsTo } from './call.mts';
import { RECORD_ROWS } from './recordStatusRows.mts';
import { SENDING_ROWS } from './sendingStatusRows.mts';
import { unknownToken } from './statusRow.mts';
import { useSandbox } from './useSandbox.mts';

const ROWS = [...SENDING_ROWS, ...RECORD_ROWS, ...ACCOUNT_ROWS];

/** Statuses without a documented situation: only the magic word causes them. */
const BY_WORD_ONLY = [6, 512, 517, 981, 999];

const sandbox = useSandbox();

describe.each(ENCODINGS)('in %s', (encoding) => {
	test.each(ROWS)('answers $status to $root when $when', async (row) => {
		const on = sandbox();
		await row.setUp?.(on);
		const before = on.accountView();
		const options: CallOptions = {
			encoding,
			by: row.by ?? on.account,
			...(row.user === undefined ? {} : { user: row.user }),
		};
		const reply = await call(on, row.root, row.fields, options);
		expect(reply.http).toBe(200);
		expect(reply.status).toBe(row.status);
		const field = row.root === 'verify_phone' ? 'verify_message' : 'message';
		expect(reply.fields[field]).toEqual(expect.stringContaining(row.names ?? ''));
		expect(reply.fields[field]).not.toBe('');
		expect(on.accountView().credits).toBe(before.credits);
	});

	test('1 when the body cannot be parsed', async () => {
		const broken = encoding === 'json' ? '{"sms": {' : '<sms><user></sms>';
		const response = await fetch(`${sandbox().baseUrl}/api`, {
			method: 'POST',
			headers: { 'content-type': `application/${encoding}` },
			body: broken,
		});
		expect(response.status).toBe(200);
		expect(await response.text()).toContain(
			encoding === 'json' ? '"status":1,' : '<status>1</status>',
		);
	});
});

test.each(Object.entries(REQUEST_STATUSES))(
	'answers %s on demand, by a word in the request',
	async (status, message) => {
		const fields = smsTo(PHONE, { message: `Please #status:${status} now` });
		const reply = await call(sandbox(), 'sms', fields);
		expect(reply).toMatchObject({ status: Number(status), fields: { message } });
		expect(sandbox().messages()).toStrictEqual([]);
	},
);

test('every status arises from its situation', () => {
	const arising = new Set([0, 1, ...ROWS.map(({ status }) => status), ...BY_WORD_ONLY]);
	expect([...arising].sort((a, b) => a - b)).toEqual(Object.keys(REQUEST_STATUSES).map(Number));
});

test('answers with an unlisted status when a word asks for it', async () => {
	const fields = smsTo(PHONE, { message: '#status:4711' });
	expect(await call(sandbox(), 'sms', fields)).toMatchObject({ status: 4711 });
});

test('obeys a word only with a good token', async () => {
	const fields = smsTo(PHONE, { message: '#status:0' });
	expect(await call(sandbox(), 'sms', fields, { by: unknownToken })).toMatchObject({ status: 3 });
});

test('leaves out shipment_id when a word asks for it, and sends nothing', async () => {
	const reply = await call(sandbox(), 'sms', smsTo(PHONE, { message: 'Lost #noshipment' }));
	expect(reply.fields).toEqual({ status: 0, message: 'SMS will be sent' });
	expect(sandbox().counters().messages).toBe(0);
});
