import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { execa } from 'execa';

import { ASSUMPTIONS } from '../../scripts/contract/assumptions.mts';
import { converse, sendAndFollow, type Followed } from '../../scripts/contract/conversation.mts';
import { paidFor } from '../../scripts/contract/creditUnit.mts';
import { ownSandbox } from '../../scripts/contract/ownSandbox.mts';
import { judge } from '../../scripts/contract/verdicts.mts';
import { behindGateway, type Answers } from '../engine/harness/behindGateway.mts';

const names = Object.keys(ASSUMPTIONS);

/** The rows by their verdicts. */
async function outcomes(answers: Answers = () => undefined, dialect?: string) {
	const { sandbox, account } = await ownSandbox(dialect);
	const before = [
		sandbox.counters().messages,
		JSON.stringify(sandbox.accountView('demo-reseller')),
	];
	try {
		const said = await behindGateway(
			sandbox,
			answers,
			async (baseUrl) => await converse({ ...account, baseUrl }),
		);
		const after = [
			sandbox.counters().messages,
			JSON.stringify(sandbox.accountView('demo-reseller')),
		];
		const verdicts = new Map(names.map((name) => [name, judge(name, { said })]));
		const that = (outcome: string) =>
			names.filter((name) => verdicts.get(name)?.outcome === outcome);
		return {
			refuted: that('refuted'),
			holds: that('holds'),
			verdicts,
			changed: before.join() !== after.join(),
		};
	} finally {
		await sandbox.close();
	}
}

test('finds all that is assumed in the sandbox, and sends and changes nothing', async () => {
	const { refuted, holds, changed } = await outcomes();
	expect(refuted).toEqual([]);
	expect(holds).toEqual(
		expect.arrayContaining(['cancelByName', 'incomingRecords', 'maskedPhones']),
	);
	expect(holds.length).toBeGreaterThan(15);
	expect(changed).toBe(false);
});

test.each([
	[undefined, 3, "150 characters took 3 credits: choose 'By Segment'."],
	[201, 1, '150 characters took 1 credit: choose 201, or 268 or 335 if your contract says so.'],
	[268, 1, '150 characters took 1 credit: choose 201, or 268 or 335 if your contract says so.'],
	[335, 1, '150 characters took 1 credit: choose 201, or 268 or 335 if your contract says so.'],
	[76, 2, '150 characters took 2 credits, which fits no choice.'],
])('measures what a credit of %s characters pays for', async (unit, credits, advice) => {
	const { sandbox, account } = await ownSandbox(undefined, unit);
	try {
		const to = { phone: '0541112222', sender: sandbox.reseller.sender, pause: 1 };
		const followed = await sendAndFollow(account, to);
		expect(paidFor(followed).credits).toBe(credits);
		const outcome = unit === 76 ? 'refuted' : 'holds';
		expect(judge('creditUnit', { said: new Map(), followed })).toEqual({
			outcome,
			because: advice,
		});
		const still = { ...followed, balances: [followed.send, followed.send] } as Followed;
		expect(judge('creditUnit', { said: new Map(), followed: still }).outcome).toBe('untested');
	} finally {
		await sandbox.close();
	}
});

test('other names, containers and wrapping are told', async () => {
	const { refuted, verdicts } = await outcomes(async ({ body }, forward) => {
		const reply = await forward();
		if (body.includes('incoming')) {
			const renamed = reply.text.replaceAll('message"', 'text"').replaceAll('message>', 'text>');
			return { ...reply, text: renamed.replaceAll('"dest"', '"to"').replaceAll('dest>', 'to>') };
		}
		if (body.includes('dlrByDate') && body.startsWith('{')) {
			return {
				...reply,
				text: `{"dlrByDate":${reply.text.replace(/"status":"?102"?/g, '"status":4711')}}`,
			};
		}
		return reply;
	});
	expect(refuted).toEqual(expect.arrayContaining(['incomingRecords', 'deliveryStatuses']));
	expect(verdicts.get('incomingRecords')?.because).toMatch(/text.*and not message/);
	expect(verdicts.get('reportRecords')?.outcome).toBe('holds');
});

test('says that a page came instead of replies', async () => {
	const { refuted } = await outcomes(() => ({ text: '<html>Welcome</html>' }));
	expect(refuted).toEqual(expect.arrayContaining(['replyShape']));
});

describe('npm run contract', () => {
	async function run(args: string[], typed = '', env: NodeJS.ProcessEnv = {}) {
		const folder = await mkdtemp(join(tmpdir(), 'contract-'));
		const out = join(folder, 'transcript.json');
		const { all: shown, exitCode: code } = await execa(
			process.execPath,
			['scripts/installed.mjs', 'scripts/contract.mts', '--out', out, ...args],
			{ env, input: typed, all: true, reject: false },
		);
		const transcript = await readFile(out, 'utf8').catch(() => '');
		await rm(folder, { recursive: true });
		return { code, shown, transcript };
	}

	test('says row by row what holds, of the sandbox, and sends a text when it may', async () => {
		const { code, shown, transcript } = await run(['--send-to', '054-111-2222'], 'yes\n');
		expect(shown).toContain('Refuted (0)');
		expect(shown).toContain("150 characters took 3 credits: choose 'By Segment'.");
		for (const name of names) expect(shown).toContain(`  ${name}: `);
		const holds = shown.slice(shown.indexOf('Holds'), shown.indexOf('Could not'));
		for (const name of ['sendReply', 'israelTime', 'externalIds'])
			expect(holds).toContain(`  ${name}: `);
		expect(code).toBe(0);
		for (const secret of [
			'sandbox-token',
			'demo-reseller',
			'0541112222',
			'541112222',
			'Yes, please',
			'Friends',
		]) {
			expect(transcript).not.toContain(secret);
		}
		const { calls } = JSON.parse(transcript) as { calls: Array<{ name: string; status?: number }> };
		expect(calls.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['incoming (XML)', 'send', 'look 1']),
		);
	});

	test('sends nothing without a yes', async () => {
		const { shown, transcript } = await run(['--send-to', '0541112222'], 'no\n');
		expect(shown).toContain('Nothing was sent.');
		expect(transcript).not.toContain('"name": "send"');
	});

	test('asks for the token, or takes it from the environment, and shows it nowhere', async () => {
		const { sandbox, account } = await ownSandbox();
		try {
			const args = ['--base-url', account.baseUrl, '--username', account.username];
			const typed = await run(args, `${account.token}\n`);
			const given = await run(args, '', { TEXTME_TOKEN: account.token });
			for (const { code, shown, transcript } of [typed, given]) {
				expect(code).toBe(0);
				expect(shown).toContain('Refuted (0)');
				expect(shown + transcript).not.toContain(account.token);
			}
			const wrong = await run(args, '', { TEXTME_TOKEN: 'nobody-knows-this' });
			expect(wrong.code).toBe(1);
			expect(wrong.shown).toContain('The account could not be used');
		} finally {
			await sandbox.close();
		}
	});
});
