import { tell } from './controls.mjs';
import { showList } from './element.mjs';
import { avatar } from './handsetList.mjs';
import { messageLine } from './messageLine.mjs';
import { announce, complain } from './notices.mjs';
import { phoneText, timeText } from './writing.mjs';

const STEP = 100;
const NEAR_PX = 80;

const part = (id) => document.querySelector(`#${id}`);
const scroller = part('scroller');
const form = part('reply');
const text = part('reply-text');

let phone;
let latest = STEP;
let atEnd = true;
/** The number to write to, if the last text came from a name and the person writes nevertheless. */
let anyway;

export const shown = () => ({ phone, latest });

export function open(next) {
	if (next === phone) return;
	phone = next;
	latest = STEP;
	atEnd = true;
	text.value = '';
	anyway = undefined;
	part('lines').replaceChildren();
	part('phone').hidden = phone === undefined;
	part('no-phone').hidden = phone !== undefined;
	if (phone === undefined) return;
	part('phone-number').textContent = phoneText(phone);
	part('phone-avatar').replaceChildren(avatar(phone));
	part('phone-about').textContent = '';
}

const optOut = () => tell('/handset/opt-out', { phone });

/** Lines and blocks in order, with a mark where a day begins. */
function items({ lines, blocks }) {
	const marks = blocks.map((block) => ({ key: `b-${block.username}`, mark: 'block', ...block }));
	const all = [...lines.map((line) => ({ key: line.id, ...line })), ...marks];
	let day;
	return all
		.sort((a, b) => a.at - b.at)
		.flatMap((item) => {
			const previous = day;
			day = timeText(item.at, 'day');
			return day === previous ? [item] : [{ key: day, mark: 'day', at: item.at }, item];
		});
}

function toEnd() {
	scroller.scrollTop = scroller.scrollHeight;
	part('newer').hidden = true;
}

/** Nobody can reply to a name. The person can still write to a number of the account. */
function showAnswer({ name, number }) {
	if (name === undefined) anyway = undefined;
	const isName = name !== undefined && anyway === undefined;
	part('no-reply').hidden = !isName;
	form.hidden = isName;
	part('no-reply-name').textContent = name ?? '';
	part('write-anyway').textContent = `Write to ${phoneText(number)}`;
	part('write-anyway').dataset.number = number;
}

export function showConversation(thread) {
	const { carrier, magic, blocks, total, lines } = thread;
	showAnswer(thread.answer);
	const out = blocks.some(({ by }) => by === 'recipient');
	part('phone-about').textContent = magic ? `${carrier} · magic: ${magic}` : carrier;
	part('opt-out').disabled = out;
	part('opt-out').textContent = out ? 'Opted out' : 'Opt out';
	part('earlier').hidden = total <= lines.length;
	part('nothing-yet').hidden = total > 0;
	const before = part('lines').lastElementChild?.dataset.key;
	const fromEnd = scroller.scrollHeight - scroller.scrollTop;
	const all = items(thread);
	showList(part('lines'), all, (line) => messageLine(line, optOut));
	if (atEnd) toEnd();
	else {
		if (before === all.at(-1)?.key) scroller.scrollTop = scroller.scrollHeight - fromEnd;
		else part('newer').hidden = false;
	}
}

/** `reload` loads the conversation again. */
export function startConversation(reload) {
	scroller.addEventListener('scroll', () => {
		atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_PX;
		if (atEnd) part('newer').hidden = true;
	});
	new ResizeObserver(() => atEnd && toEnd()).observe(scroller);
	part('newer').addEventListener('click', toEnd);
	part('earlier').addEventListener('click', () => {
		latest += STEP;
		reload();
	});
	part('write-anyway').addEventListener('click', () => {
		anyway = part('write-anyway').dataset.number;
		part('no-reply').hidden = true;
		form.hidden = false;
		text.focus();
	});
	part('opt-out').addEventListener('click', () => optOut().catch(complain));
	text.addEventListener('keydown', (event) => {
		if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		form.requestSubmit();
	});
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		const written = text.value;
		if (written.trim() === '') return;
		text.value = '';
		atEnd = true;
		tell('/handset/reply', { phone, text: written, dest: anyway }).then(
			() => announce('Reply sent'),
			(error) => {
				text.value = written;
				complain(error);
			},
		);
	});
}
