import { drop, tell } from './controls.mjs';
import { element, icon, showList } from './element.mjs';
import { action, announce, complain } from './notices.mjs';
import { phoneText, samePhone, timeText } from './writing.mjs';

const addresses = document.querySelector('#addresses');
const log = document.querySelector('#pushes');
const form = document.querySelector('#add-address');

const FEEDS = {
	delivery: 'Delivery reports',
	incoming: 'Incoming messages',
	blocklist: 'Opt-outs',
};

const local = (phone) => phoneText(samePhone(phone));
const SUMMARIES = {
	delivery: ({ status, en_message, phone }) => `${local(phone)}: ${en_message} (${status})`,
	incoming: ({ message, phone }) => `${local(phone)}: ${message}`,
	blocklist: ({ dest }) => `${local(dest)} opted out`,
};

const STATES = {
	sending: 'Waiting for an answer',
	delivered: 'Delivered',
	dropped: 'Dropped',
};

function startAgain(id) {
	return action({ class: 'primary' }, 'Start again', async () => {
		await tell(`/push-addresses/${id}/restart`);
		announce('The feed runs again');
	});
}

function address({ id, feed, url, username, state, reason, delivered, held, dropped }) {
	const stopped = state === 'stopped';
	return element(
		'li',
		{ class: `card address ${state}` },
		element(
			'div',
			{ class: 'card-head' },
			element('strong', {}, FEEDS[feed]),
			element(
				'span',
				{ class: `chip ${stopped ? 'bad' : 'good'}` },
				stopped ? 'Stopped' : 'Active',
			),
		),
		element('p', { class: 'url', dir: 'ltr' }, url),
		stopped
			? element(
					'p',
					{ class: 'reason' },
					`The last attempt was ${reason}. Like the service, the sandbox stopped without notice and dropped what was waiting.`,
				)
			: '',
		element(
			'div',
			{ class: 'card-foot' },
			element(
				'span',
				{ class: 'quiet' },
				`${username} · ${delivered} delivered · ${held} held · ${dropped} dropped`,
			),
			stopped ? startAgain(id) : '',
			action({ 'aria-label': `Remove ${FEEDS[feed]} ${url}` }, 'Remove', () =>
				drop(`/push-addresses/${id}`),
			),
		),
	);
}

function attempt({ at, answer }) {
	return element(
		'li',
		{ class: `chip ${answer === 200 ? 'good' : 'bad'}` },
		`${timeText(at, 'second')} → ${answer}`,
	);
}

function fieldList(fields) {
	return element(
		'dl',
		{ class: 'facts' },
		Object.entries(fields).flatMap(([name, value]) => [
			element('dt', {}, name),
			element('dd', { dir: 'auto' }, value),
		]),
	);
}

function push({ id, feed, fields, state, attempts, retryAt, repeat }) {
	const fate = state === 'held' ? `Tries again at ${timeText(retryAt, 'second')}` : STATES[state];
	return element(
		'li',
		{ class: `push ${state}` },
		element(
			'div',
			{ class: 'card-head' },
			element('strong', { dir: 'auto' }, SUMMARIES[feed](fields)),
			element('span', { class: 'quiet' }, fate),
		),
		element('ol', { class: 'attempts', 'aria-label': 'Attempts' }, attempts.map(attempt)),
		element(
			'div',
			{ class: 'card-foot' },
			element(
				'details',
				{},
				element('summary', {}, `${FEEDS[feed]}, push ${id}`),
				fieldList(fields),
			),
			repeat
				? action(
						{ 'aria-label': `Repeat push ${id}`, title: 'Push the same again' },
						icon('again'),
						() => tell(`/pushes/${id}/repeat`),
					)
				: '',
		),
	);
}

export function showAddresses(list) {
	const stopped = list.filter(({ state }) => state === 'stopped').length;
	showList(
		addresses,
		list.map((one) => ({ key: one.id, ...one })),
		address,
	);
	document.querySelector('#no-addresses').hidden = list.length > 0;
	document.querySelector('#stopped').textContent = stopped > 0 ? `${stopped} stopped` : '';
}

export function showPushes(list, registered) {
	const ids = new Set(registered.map(({ id }) => id));
	const rows = list
		.map((one) => ({ key: one.id, ...one, repeat: ids.has(one.addressId) }))
		.reverse();
	showList(log, rows, push);
	document.querySelector('#no-pushes').hidden = list.length > 0;
}

export function startPushPanel() {
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		const { feed, url } = Object.fromEntries(new FormData(form));
		tell('/push-addresses', { feed, url }).then(() => form.reset(), complain);
	});
}
