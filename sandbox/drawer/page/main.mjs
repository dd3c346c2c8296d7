import { showAccounts, showMagic, startAccountPanel, welcome } from './accountPanel.mjs';
import { now, showClock, startClock } from './clockPanel.mjs';
import { get } from './controls.mjs';
import { open, showConversation, shown, startConversation } from './conversation.mjs';
import { element, showList } from './element.mjs';
import { showFaults, startFaultPanel } from './faultPanel.mjs';
import { showHandsets } from './handsetList.mjs';
import { follow, keeper } from './live.mjs';
import { announceMessage } from './notices.mjs';
import { showAddresses, showPushes, startPushPanel } from './pushPanel.mjs';
import { select, startTabs } from './tabs.mjs';
import { samePhone } from './writing.mjs';

const search = document.querySelector('#search');
const wide = matchMedia('(min-width: 60rem)');
const unread = new Map();
let handsets = { total: 0, threads: [] };
let accounts = [];
let kinds;

/** The handset in the address: `#0501234567`. */
const named = () => {
	const [, phone] = /^#(\d{3,15})$/.exec(location.hash) ?? [];
	return phone && samePhone(phone);
};

function drawHandsets() {
	const openPhone = shown().phone;
	showHandsets(handsets, { search: search.value, openPhone, unread, now: now() });
	const news = [...unread.values()].reduce((sum, count) => sum + count, 0);
	document.title = `${news > 0 ? `(${news}) ` : ''}TextMe sandbox`;
}

const views = {
	threads: async () => {
		handsets = await get(`/threads?latest=200&search=${encodeURIComponent(search.value)}`);
		drawHandsets();
		// On a wide screen, shows the first phone that gets a message.
		const [first] = handsets.threads;
		// The address may have changed before the page notices.
		const isNoneChosen = shown().phone === undefined && named() === undefined;
		if (wide.matches && isNoneChosen && first && search.value === '') {
			location.replace(`#${first.phone}`);
		}
		drawNothing();
	},
	thread: async () => {
		const { phone, latest } = shown();
		if (phone === undefined) return;
		const thread = await get(`/threads/${phone}?latest=${latest}`);
		if (shown().phone === phone) showConversation(thread);
	},
	accounts: async () => {
		accounts = await get('/accounts');
		showAccounts(accounts);
		drawNothing();
	},
	pushes: async () => {
		const [addresses, log] = await Promise.all([get('/push-addresses'), get('/pushes?latest=100')]);
		showAddresses(addresses);
		showPushes(log, addresses);
	},
	clock: async () => {
		showClock(await get('/clock'));
		drawHandsets();
	},
	faults: async () => {
		if (kinds === undefined) {
			const choices = await get('/fault-choices');
			startFaultPanel(choices.roots);
			kinds = choices.kinds;
		}
		showFaults(await get('/faults'), kinds);
	},
	magic: async () => showMagic(await get('/magic')),
};

function drawNothing() {
	if (accounts.length === 0) return;
	const isEmpty = handsets.total === 0 && search.value === '';
	const { username, token, senders } = accounts[0];
	const nothing = isEmpty ? { key: 'welcome', username, token, senders } : { key: 'choose' };
	showList(document.querySelector('#no-phone'), [nothing], (item) =>
		item.key === 'welcome'
			? element('div', { class: 'welcome' }, welcome(item))
			: element('p', { class: 'lead' }, 'Choose a phone.'),
	);
}

const reload = keeper(views);
const reloadAll = () => reload(...Object.keys(views));

const isNew = ({ state, dlr }) => state === 'accepted' && dlr === undefined;

const events = {
	message: (message) => {
		reload('threads', 'thread', 'pushes', 'clock');
		if (!isNew(message)) return;
		announceMessage(message);
		if (message.phone === shown().phone && !document.hidden) return;
		unread.set(message.phone, (unread.get(message.phone) ?? 0) + 1);
	},
	incoming: () => reload('threads', 'thread', 'pushes'),
	block: () => reload('thread', 'pushes'),
	campaign: () => reload('accounts'),
	request: () => reload('accounts'),
	sender: () => reload('accounts'),
	feed: () => reload('pushes'),
	push: () => reload('pushes', 'clock'),
	clock: () => reload('clock'),
	faults: () => reload('faults'),
	reset: () => {
		unread.clear();
		history.replaceState(null, '', location.pathname);
		turnTo();
		reloadAll();
	},
};

function read() {
	unread.delete(shown().phone);
	drawHandsets();
}

function turnTo() {
	// Links within the page name no handset.
	if (location.hash.length > 1 && named() === undefined) return;
	open(named());
	document.body.dataset.view = shown().phone === undefined ? 'list' : 'chat';
	reload('thread');
	read();
	drawNothing();
}

startTabs();
startClock();
startPushPanel();
startAccountPanel();
startConversation(() => reload('thread'));
search.addEventListener('input', () => reload('threads'));
addEventListener('hashchange', turnTo);
document.addEventListener('visibilitychange', () => document.hidden || read());
document.querySelector('#clock-chip').addEventListener('click', () => {
	select(document.querySelector('#tab-clock'));
	document.body.dataset.view = 'tools';
});
for (const button of document.querySelectorAll('[data-turn-to]')) {
	button.addEventListener('click', () => {
		document.body.dataset.view = button.dataset.turnTo;
	});
}

turnTo();
follow({
	events,
	onAnew: reloadAll,
	onState: (isLive) => {
		const status = document.querySelector('#live');
		status.textContent = isLive ? 'Live' : 'Waiting for the sandbox';
		status.className = isLive ? 'live' : 'lost';
	},
});
