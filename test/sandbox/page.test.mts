// The page as it is served, and what it asks for.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { askControls } from './askControls.mts';
import { call, PHONE, smsTo } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();
const { ask, get } = askControls(sandbox);
const PAGE = join(__dirname, '../../sandbox/drawer/page');

const fetched = (path: string) => fetch(sandbox().baseUrl + path);

test('forbids the page to load or ask anything but the sandbox, and to be framed', async () => {
	const { headers, status } = await fetched('/');
	expect(status).toBe(200);
	expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
	const policy = headers.get('content-security-policy')?.split('; ');
	expect(policy).toContain("default-src 'none'");
	expect(policy).toContain("script-src 'self'");
	expect(policy).toContain("frame-ancestors 'none'");
	expect(policy?.join()).not.toContain('unsafe');
	expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('everything it is made of is there, and nothing of it is from elsewhere', async () => {
	const files = ['icon.svg', ...readdirSync(PAGE).filter((file) => file !== 'index.html')];
	for (const file of files) {
		const response = await fetched(`/page/${file}`);
		expect([file, response.status]).toEqual([file, 200]);
		expect(response.headers.get('content-type')).toMatch(/^(text\/(css|javascript)|image\/svg)/);
		const text = (await response.text()).replace('http://www.w3.org/2000/svg', '');
		expect(text).not.toMatch(/(src|href|import|url\()\S*https?:/);
	}
	const html = await (await fetched('/')).text();
	const named = [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map((match) => match[1] ?? '');
	expect(named).toContain('/page/main.mjs');
	for (const path of named) expect((await fetched(path)).status).toBe(200);
});

test.each(['/page/', '/page/../drawer/journal.mts', '/page/..%2Fjournal.mts', '/page/index.html'])(
	'serves no file at %s',
	async (path) => {
		expect((await fetched(path)).status).toBe(404);
	},
);

test('threads: the latest first, found by any spelling of the number, also what nothing reached', async () => {
	await call(sandbox(), 'sms', smsTo('0521112233', { timing: '15/01/26 18:00' }));
	await call(sandbox(), 'sms', smsTo(PHONE));
	sandbox().handsetReply({ phone: '0547654321', text: 'Hi' });
	const all = [{ phone: '0547654321' }, { phone: PHONE }, { phone: '0521112233' }];
	expect(await get('/threads')).toMatchObject({ total: 3, threads: all });
	expect(await get('/threads?latest=1')).toMatchObject({ total: 3, threads: [all[0]] });
	expect(await get('/threads?search=%2B972%2052-111')).toMatchObject({
		total: 1,
		threads: [{ phone: '0521112233', lines: 1, last: { message: { state: 'scheduled' } } }],
	});
	expect(await get('/threads?search=99')).toEqual({ total: 0, threads: [] });
});

test('shows what waits last, only the latest lines, and what a magic number does', async () => {
	await call(sandbox(), 'sms', smsTo(PHONE, { message: 'four', timing: '15/01/26 18:00' }));
	await call(sandbox(), 'sms', smsTo(PHONE, { message: 'three' }));
	sandbox().handsetReply({ phone: PHONE, text: 'two' });
	expect(await get('/threads/+972501234567?latest=2')).toMatchObject({
		...{ phone: PHONE, carrier: 'Pelephone', total: 3 },
		lines: [{ text: 'two' }, { text: 'four', at: Date.parse('2026-01-15T18:00:00+02:00') }],
	});
	expect(await get('/threads/0509999802')).toMatchObject({ magic: 'never reports', lines: [] });
});

test('lines of one moment keep their order', async () => {
	await call(sandbox(), 'sms', smsTo(PHONE, { message: 'one' }));
	sandbox().handsetReply({ phone: PHONE, text: 'two' });
	sandbox().handsetReply({ phone: PHONE, text: 'three' });
	await call(sandbox(), 'sms', smsTo(PHONE, { message: 'four' }));
	const lines = ['one', 'two', 'three', 'four'].map((text) => ({ text }));
	expect(await get(`/threads/${PHONE}`)).toMatchObject({ lines });
	expect(sandbox().conversation(PHONE)).toMatchObject(lines);
});

test('accounts: what a person needs to use one', async () => {
	const accounts = (await get('/accounts')) as Record<string, unknown>[];
	expect(accounts[0]).toEqual({
		username: 'demo',
		name: 'Demo account',
		token: 'sandbox-token-demo',
		senders: ['TextMe', '0559000100'],
		credits: 100_000,
		money: 500,
		mail: 1_000,
	});
	expect(accounts.find(({ username }) => username === 'demo-sub-new')).not.toHaveProperty('token');
	await sandbox().advanceClock(731 * 86_400_000);
	expect(((await get('/accounts')) as object[])[0]).not.toHaveProperty('token');
});

test('lists faults and magic numbers', async () => {
	const choices = (await get('/fault-choices')) as { kinds: { kind: string }[]; roots: string[] };
	expect(choices.kinds).toContainEqual(
		expect.objectContaining({ kind: 'hang', name: 'No answer', phase: 'before' }),
	);
	expect(choices.roots).toContain('send_otp');
	for (const { kind } of choices.kinds) {
		expect((await ask('POST', '/faults', { kind })).http).toBe(200);
	}
	const magic = (await get('/magic')) as { phones: object[]; words: object[] };
	expect(magic.phones).toContainEqual({ ending: '802', meaning: 'never reports' });
	expect(magic.words[0]).toMatchObject({ word: '#status:998' });
});

test('keeps how a call is read out, and nothing of it for a text', async () => {
	const tts = { type: 3, rate: -2, repeat: 3, voice: 'ymFemale' };
	await call(sandbox(), 'sms', smsTo(PHONE, { tts }));
	await call(sandbox(), 'sms', smsTo(PHONE, { tts: { type: 4 } }));
	expect(sandbox().messages()).toMatchObject([
		{ kind: 'sms', speech: undefined },
		{ kind: 'voice', speech: { rate: -2, repeat: 3, voice: 'ymFemale' } },
		{ kind: 'voice', speech: { rate: 0, repeat: 2, voice: 'ymMale' } },
	]);
});
