import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { ASSUMPTIONS } from '../../contract/assumptions.mts';
import {
	converse,
	sendAndFollow,
	type Followed,
	type Spoken,
} from '../../contract/conversation.mts';
import { ownSandbox } from '../../contract/ownSandbox.mts';
import { judge, paidFor } from '../../contract/verdicts.mts';
import { decodeReply } from '../../gateway/wire/decode';
import { type Answers, behindGateway } from '../engine/harness/servers.mts';

const names = Object.keys(ASSUMPTIONS);

/** The register's rows by verdict, and whether the questions sent or changed anything. */
async function outcomes(answers: Answers = () => undefined) {
	const { sandbox, account } = await ownSandbox();
	const state = () => [sandbox.counters().messages, sandbox.accountView('demo-reseller')];
	const before = JSON.stringify(state());
	try {
		const said = await behindGateway(sandbox, answers, (baseUrl) =>
			converse({ ...account, baseUrl }),
		);
		const verdicts = names.map((name) => ({ name, ...judge(name, { said }) }));
		const that = (wanted: string) =>
			verdicts.filter(({ outcome }) => outcome === wanted).map(({ name }) => name);
		const because = (wanted: string) => verdicts.find(({ name }) => name === wanted)?.because;
		const changed = before !== JSON.stringify(state());
		return { refuted: that('refuted'), holds: that('holds'), because, changed };
	} finally {
		await sandbox.close();
	}
}

test('finds all that is assumed in the sandbox, and sends and changes nothing', async () => {
	const { refuted, holds, changed } = await outcomes();
	expect([refuted, changed]).toEqual([[], false]);
	expect(holds).toEqual(expect.arrayContaining(['incomingRecords', 'reportRecords']));
	expect(holds.length).toBeGreaterThan(13);
});

test.each([
	[undefined, 3, "150 characters took 3 credits: choose 'By Segment'."],
	[201, 1, '150 characters took 1 credit: choose 201, or 268 or 335 if your contract says so.'],
	[76, 2, '150 characters took 2 credits, which fits no choice.'],
])('measures what a credit of %s characters pays for', async (unit, credits, advice) => {
	const { sandbox, account } = await ownSandbox(unit);
	try {
		const to = { phone: '0541112222', sender: sandbox.reseller.sender, pause: 1 };
		const followed = await sendAndFollow(account, to);
		expect(paidFor(followed)).toBe(credits);
		const outcome = unit === 76 ? 'refuted' : 'holds';
		expect(judge('creditUnit', { said: new Map(), followed })).toEqual({
			outcome,
			because: advice,
		});
		const still: Followed = { ...followed, balances: [followed.send, followed.send] };
		expect(judge('creditUnit', { said: new Map(), followed: still }).outcome).toBe('untested');
	} finally {
		await sandbox.close();
	}
});

test('other names, containers and wrapping are told', async () => {
	const { refuted, holds, because } = await outcomes(async ({ body }, forward) => {
		const reply = await forward();
		const { text } = reply;
		if (body.includes('incoming')) {
			const renamed = text.replaceAll('message"', 'text"').replaceAll('message>', 'text>');
			return { ...reply, text: renamed.replaceAll('"dest"', '"to"').replaceAll('dest>', 'to>') };
		}
		if (!body.includes('dlrByDate') || !body.startsWith('{')) return reply;
		return {
			...reply,
			text: `{"dlrByDate":${text.replace(/"status":"?102"?/g, '"status":4711')}}`,
		};
	});
	expect(refuted).toEqual(expect.arrayContaining(['incomingRecords', 'deliveryStatuses']));
	expect(because('incomingRecords')).toMatch(/text.*and not message/);
	expect(holds).toContain('reportRecords');
});

test('says that a page came instead of replies', async () => {
	const { refuted } = await outcomes(() => ({ text: '<html>Welcome</html>' }));
	expect(refuted).toContain('replyShape');
});

describe('npm run contract', () => {
	async function run(args: string[], typed = '', env: NodeJS.ProcessEnv = {}) {
		const folder = await mkdtemp(join(tmpdir(), 'contract-'));
		const out = join(folder, 'transcript.json');
		const { all: shown, exitCode: code } = await execa(
			process.execPath,
			['scripts/installed.mjs', 'contract/main.mts', '--out', out, ...args],
			{ env, input: typed, all: true, reject: false },
		);
		const transcript = await readFile(out, 'utf8').catch(() => '');
		await rm(folder, { recursive: true });
		return { code, shown, transcript };
	}

	test('says row by row what holds, of the sandbox, and sends a text when it may', async () => {
		const { code, shown, transcript } = await run(['--send-to', '054-111-2222'], 'yes\n');
		expect(code).toBe(0);
		expect(shown).toContain('Refuted (0)');
		expect(shown).toContain("150 characters took 3 credits: choose 'By Segment'.");
		for (const name of names) expect(shown).toContain(`  ${name}: `);
		const holds = shown.slice(shown.indexOf('Holds'), shown.indexOf('Could not'));
		for (const name of ['sendReply', 'israelTime', 'externalIds']) {
			expect(holds).toContain(`  ${name}: `);
		}
		expect(transcript).not.toMatch(/sandbox-token|demo-reseller|541112222|Yes, please|Friends/);
		const { calls } = JSON.parse(transcript) as { calls: Spoken[] };
		expect(calls.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['incoming (XML)', 'send', 'look 1']),
		);
		// What was replaced is read as the reply was.
		const read = calls.map(({ reply, root }) => decodeReply(reply, root));
		expect(read).toMatchObject(calls.map(({ status }) => ({ kind: 'reply', status })));
	});

	test('asks for the token and shows it nowhere, and sends nothing without a yes', async () => {
		const { sandbox, account } = await ownSandbox();
		try {
			const who = ['--base-url', account.baseUrl, '--username', account.username];
			const text = ['--send-to', '0541112222', '--sender', sandbox.reseller.sender];
			const given = await run([...who, ...text], 'no\n', { TEXTME_TOKEN: account.token });
			expect(given.code).toBe(0);
			for (const part of ['Refuted (0)', 'Nothing was sent.']) expect(given.shown).toContain(part);
			expect(given.transcript).not.toContain('"name": "send"');
			expect(given.shown + given.transcript).not.toContain(account.token);
			const typed = await run(who, 'nobody-knows-this\n');
			expect(typed.code).toBe(1);
			expect(typed.shown).toContain('The account could not be used');
			expect(typed.shown + typed.transcript).not.toContain('nobody-knows-this');
		} finally {
			await sandbox.close();
		}
	});
});
