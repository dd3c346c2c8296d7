import { exampleRequest, sendExample, tell } from './controls.mjs';
import { element, icon, showList } from './element.mjs';
import { action, announce } from './notices.mjs';

function copyButton(name, text) {
	return action(
		{ class: 'copy', 'aria-label': `Copy ${name}`, title: 'Copy' },
		icon('copy'),
		async () => {
			await navigator.clipboard.writeText(text);
			announce(`${name} copied`);
		},
	);
}

/** The values that people copy into n8n's credential. */
export function credential({ username, token, senders }) {
	const rows = {
		'Base URL': location.origin,
		Username: username,
		'API Token': token,
		Sender: senders[0],
		'Number for replies': senders.find((sender) => /^\d+$/.test(sender)),
	};
	return element(
		'dl',
		{ class: 'credential' },
		Object.entries(rows).flatMap(([name, value]) => [
			element('dt', {}, name),
			element('dd', {}, element('code', {}, value), copyButton(name, value)),
		]),
	);
}

function curl(account) {
	const { token, body } = exampleRequest(account);
	const line = [
		`curl -s ${location.origin}/api`,
		`-H 'Authorization: Bearer ${token}'`,
		`-H 'Content-Type: application/json'`,
		`-d '${body}'`,
	].join(' \\\n  ');
	return element(
		'div',
		{ class: 'command' },
		element('pre', { tabindex: 0, 'aria-label': 'Command' }, line),
		copyButton('the command', line),
	);
}

/** For a person who sees the page for the first time. */
export function welcome(account) {
	return [
		element('h2', {}, 'No messages yet'),
		element(
			'p',
			{ class: 'lead' },
			'This page shows the phones your messages go to. Nothing leaves this computer, and nobody gets a real text.',
		),
		action({ class: 'primary big' }, 'Send one now', () => sendExample(account)),
		element('h3', {}, 'From n8n'),
		element(
			'p',
			{},
			'Enter this in a TextMe API credential, and send with the TextMe node. If you started with ',
			element('code', {}, 'npm run demo'),
			', n8n has it already: execute the workflow “Send a message”.',
		),
		credential(account),
		element('h3', {}, 'From a terminal'),
		curl(account),
	];
}

const amount = (value) => value.toLocaleString('en');

function balance({ username, token, credits, money }) {
	return element(
		'tr',
		{},
		element(
			'th',
			{ scope: 'row' },
			username,
			token ? copyButton(`the token of ${username}`, token) : '',
		),
		element('td', {}, amount(credits)),
		element('td', {}, amount(money)),
	);
}

export function showAccounts(accounts) {
	const [{ username, token, senders }] = accounts;
	const shown = { key: 'credential', username, token, senders };
	showList(document.querySelector('#credential'), [shown], credential);
	showList(
		document.querySelector('#balances'),
		accounts.map((account) => ({ key: account.username, ...account })),
		balance,
	);
}

export function showMagic({ phones, words }) {
	const rows = [
		...phones.map(({ ending, meaning }) => [`05x9999${ending}`, meaning]),
		['05x9999nnn', 'reports delivery code nnn'],
		...words.map(({ word, meaning }) => [word, meaning]),
	];
	document
		.querySelector('#magic')
		.replaceChildren(
			...rows.flatMap(([name, meaning]) => [
				element('dt', {}, element('code', {}, name)),
				element('dd', {}, meaning),
			]),
		);
}

export function startAccountPanel() {
	document.querySelector('#reset').addEventListener('click', () => {
		const question = 'Delete all messages, push addresses and faults, and start over?';
		if (confirm(question)) void tell('/reset');
	});
}
