// Finds out which assumptions hold for an account: `npm run contract -- --base-url https://my.textme.co.il --username you`.
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { resolveBaseUrl } from '../gateway/wire/credential';
import { normalizePhone } from '../gateway/phones/phone';
import { ASSUMPTIONS } from './assumptions.mts';
import { converse, sendAndFollow, type Account, type Followed } from './conversation.mts';
import { ownSandbox } from './ownSandbox.mts';
import { Replacer } from './replacer.mts';
import { judge } from './verdicts.mts';

const { values } = parseArgs({
	options: {
		'base-url': { type: 'string' },
		username: { type: 'string' },
		sender: { type: 'string' },
		'send-to': { type: 'string' },
		out: { type: 'string', default: 'contract-transcript.json' },
	},
});
const TITLES = { refuted: 'Refuted', holds: 'Holds', untested: 'Could not be tested' };
const ACCOUNT_REFUSED = [3, 10, 11, undefined];

const own = values['base-url'] === undefined ? await ownSandbox() : undefined;
try {
	if (own) console.log('Asking the sandbox. Name the service with --base-url and --username.');
	await run(own?.account ?? (await accountOf()));
} finally {
	await own?.sandbox.close();
}

/** Asks for a line. A secret is not shown as it is typed. */
async function prompt(question: string, isSecret = false): Promise<string> {
	const { stdin: input, stdout } = process;
	if (isSecret) stdout.write(question);
	const output = isSecret ? undefined : stdout;
	const lines = createInterface({ input, output, terminal: input.isTTY });
	try {
		return (await lines.question(question)).trim();
	} finally {
		lines.close();
		if (isSecret) stdout.write('\n');
	}
}

async function accountOf(): Promise<Account> {
	const baseUrl = resolveBaseUrl(values['base-url'] ?? '');
	const username = values.username ?? (await prompt('Username: '));
	const token = process.env.TEXTME_TOKEN ?? (await prompt('API token (not shown): ', true));
	return { baseUrl, username: username.trim(), token: token.trim() };
}

async function run(account: Account): Promise<void> {
	const said = await converse(account);
	const followed = await follow(account);
	const spoken = [...said.values(), ...(followed ? [followed.send, ...followed.looks] : [])];
	const replacer = new Replacer();
	const calls = spoken.map((call) => ({
		...call,
		...{ unread: undefined, tree: undefined },
		request: replacer.body(call.request),
		reply: replacer.body(call.reply),
		failure: call.failure && 'no answer',
	}));
	const about = 'Made by npm run contract: token, names, numbers and texts are replaced.';
	await writeFile(values.out, `${JSON.stringify({ about, calls }, undefined, '\t')}\n`);

	const rows = Object.entries(ASSUMPTIONS).map(([name, assumption]) => ({
		...{ name, ...assumption },
		...judge(name, { said, followed }),
	}));
	for (const [outcome, title] of Object.entries(TITLES)) {
		const some = rows.filter((row) => row.outcome === outcome);
		console.log(`\n${title} (${some.length})`);
		for (const { name, assumed, because, ifWrong } of some) {
			console.log(`  ${name}: ${assumed}\n    ${because}`);
			if (outcome === 'refuted') console.log(`    ${ifWrong}`);
		}
	}
	console.log(`\n${spoken.length} calls are in ${values.out}. ${about.replace(/^.*: /, '')}`);
	if (ACCOUNT_REFUSED.includes(said.get('balance')?.status)) {
		console.error('The account could not be used: check address, username and token.');
		process.exitCode = 1;
	}
}

async function follow(account: Account): Promise<Followed | undefined> {
	if (values['send-to'] === undefined) return undefined;
	const phone = normalizePhone(values['send-to']);
	const sender = values.sender ?? own?.sandbox.reseller.sender ?? (await prompt('Sender: '));
	const question = `Send one text from ${sender} to ${phone}, which may cost something? (yes/no) `;
	if ((await prompt(question)).toLowerCase() !== 'yes') {
		console.log('Nothing was sent.');
		return undefined;
	}
	console.log('Sent once. Waiting up to ten minutes for its report …');
	return await sendAndFollow(account, { phone, sender, pause: own ? 1 : 15 });
}
