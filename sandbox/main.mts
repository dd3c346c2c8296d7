// Runs the sandbox alone: `npm run sandbox -- --port 4019 --latency 200 --dialect wrapped`.
import { parseArgs } from 'node:util';
import { startSandbox } from './startSandbox.mts';

const { values } = parseArgs({
	options: {
		port: { type: 'string' },
		latency: { type: 'string' },
		dialect: { type: 'string' },
	},
});

/** Exits unless the value is a whole number up to `most`, because it is probably a typo. */
function wholeNumber(name: string, value: string | undefined, most: number): number | undefined {
	if (value === undefined) return undefined;
	if (!/^\d+$/.test(value) || Number(value) > most) {
		throw new Error(`--${name} takes a whole number up to ${most}, not "${value}".`);
	}
	return Number(value);
}

const port = wholeNumber('port', values.port, 65_535);
const latencyMs = wholeNumber('latency', values.latency, 600_000);

const sandbox = await startSandbox({
	clock: 'real',
	...(port === undefined ? {} : { port }),
	...(latencyMs === undefined ? {} : { latencyMs }),
	...(values.dialect === undefined ? {} : { dialect: values.dialect }),
});
const { baseUrl, account, reseller } = sandbox;

const message = JSON.stringify({
	sms: {
		user: { username: account.username },
		source: account.sender,
		destinations: { phone: [{ $: { id: 'first' }, _: account.phone }] },
		message: 'Hello from the sandbox',
	},
});

console.log(`The sandbox answers as the TextMe / 019 SMS gateway. Nothing leaves this machine.

  See the phones   ${baseUrl}

  Base URL         ${baseUrl}
  Username         ${account.username}
  Token            ${account.token}
  Verified sender  ${account.sender} (a name) and ${account.number} (a number that can be replied to)
  Reseller         ${reseller.username}, token ${reseller.token}, sub-account ${sandbox.subAccount.username}

Send a message:

  curl -s ${baseUrl}/api -H 'Authorization: Bearer ${account.token}' -H 'Content-Type: application/json' -d '${message}'

See it arrive:    ${baseUrl}/#${account.phone}
All controls:     curl -s ${baseUrl}/sandbox

Ctrl+C stops it.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void sandbox.close());
}
