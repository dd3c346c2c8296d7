import { element, showList } from './element.mjs';
import { phoneText, plural, samePhone, timeText } from './writing.mjs';

const list = document.querySelector('#handsets');
const count = document.querySelector('#handset-count');

/** Gives each number its own colour, always the same. */
export function avatar(phone) {
	const hue = Number(phone.slice(-4)) % 8;
	return element('span', { class: `avatar hue-${hue}`, 'aria-hidden': true }, phone.slice(-2));
}

function preview({ direction, text, message }) {
	if (direction === 'from handset') return `↩ ${text}`;
	if (message.state === 'scheduled') return `Not sent yet: ${text}`;
	return message.kind === 'voice' ? `📞 ${text}` : text;
}

function age(at, now) {
	const isToday = timeText(at, 'day') === timeText(now, 'day');
	return timeText(at, isToday ? 'minute' : 'date');
}

function row({ phone, last, unread, open, time }) {
	return element(
		'li',
		{},
		element(
			'a',
			{ href: `#${phone}`, class: 'handset', 'aria-current': open },
			avatar(phone),
			element('span', { class: 'handset-phone' }, phoneText(phone)),
			element('span', { class: 'handset-time' }, time),
			element('span', { class: 'handset-last', dir: 'auto' }, preview(last)),
			unread > 0
				? element(
						'span',
						{ class: 'unread' },
						String(unread),
						element('span', { class: 'unseen' }, ' new'),
					)
				: '',
		),
	);
}

/** A number without messages can still write. */
function newcomer(digits) {
	return element(
		'li',
		{},
		element(
			'a',
			{ href: `#${digits}`, class: 'handset' },
			avatar(digits),
			element('span', { class: 'handset-phone' }, phoneText(digits)),
			element('span', { class: 'handset-last' }, 'Write from this number'),
		),
	);
}

export function showHandsets({ total, threads }, { search, openPhone, unread, now }) {
	const digits = samePhone(search);
	const rows = threads.map(({ phone, last }) => ({
		key: phone,
		phone,
		last,
		open: phone === openPhone,
		unread: unread.get(phone) ?? 0,
		time: age(last.at, now),
	}));
	if (/^0\d{8,9}$/.test(digits) && !threads.some(({ phone }) => phone === digits)) {
		rows.push({ key: 'newcomer', digits });
	}
	showList(list, rows, (item) => (item.digits ? newcomer(item.digits) : row(item)));
	const hidden = total - threads.length;
	count.textContent =
		hidden > 0
			? `The latest ${threads.length} of ${total.toLocaleString('en')}: search for the others`
			: total > 0
				? plural(total, 'phone')
				: '';
}
