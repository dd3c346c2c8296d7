import { element, icon } from './element.mjs';
import { action, announce } from './notices.mjs';
import { plural, timeText, withLinks } from './writing.mjs';

/** A message's state: drawing and word. */
const STATES = {
	scheduled: ['clock', 'Scheduled'],
	accepted: ['sent', 'Sent'],
	delivered: ['delivered', 'Delivered'],
	failed: ['failed', 'Failed'],
	unconfirmed: ['unconfirmed', 'Not confirmed'],
	blocked: ['failed', 'Blocked'],
	cancelled: ['failed', 'Cancelled'],
};

const VOICES = { ymMale: 'male voice', ymFemale: 'female voice' };
const TIMES = { 1: 'once', 2: 'twice' };
const KINDS = { sms: 'Text', voice: 'Voice call', otp: 'One-time code' };

function stateText({ at, message, report }) {
	const [, word] = STATES[message.state];
	if (message.state === 'scheduled') return word;
	const isPlain = report === undefined || message.state === 'delivered';
	const fate = isPlain ? word : `${report.en} (${report.code})`;
	return `${fate} · ${timeText(at, 'minute')}`;
}

function facts({ at, message, report }) {
	const rows = {
		Kind: KINDS[message.kind],
		Accepted: timeText(message.acceptedAt, 'full'),
		[message.sentAt === undefined ? 'Due' : 'Sent']: timeText(at, 'full'),
		Report: report && `${report.code} ${report.en} · ${report.he} · ${timeText(report.at, 'full')}`,
		Size: message.kind === 'voice' ? undefined : plural(message.segments, 'segment'),
		'Shipment ID': message.campaignId,
		Campaign: message.campaignName,
		'External ID': message.externalId || 'none, so no report is pushed',
		Account: message.username,
	};
	return element(
		'dl',
		{ class: 'facts' },
		Object.entries(rows)
			.filter(([, value]) => value !== undefined && value !== '')
			.flatMap(([name, value]) => [
				element('dt', {}, name),
				element('dd', { dir: 'auto' }, String(value)),
			]),
	);
}

function spoken({ voice, rate, repeat }) {
	const speed = rate === 0 ? 'normal speed' : `speed ${rate > 0 ? '+' : '−'}${Math.abs(rate)}`;
	const times = TIMES[repeat] ?? `${repeat} times`;
	return element(
		'p',
		{ class: 'call' },
		icon('call'),
		element('strong', {}, 'Voice call'),
		element('span', {}, `read out ${times} · ${VOICES[voice] ?? voice} · ${speed}`),
	);
}

const due = ({ at }) =>
	element('p', { class: 'due' }, icon('clock'), `Not sent yet: due ${timeText(at, 'due')}`);

function codeButton(text) {
	const code = /\d{6}/.exec(text)?.[0];
	if (code === undefined) return '';
	const label = [element('span', { class: 'code' }, code), icon('copy')];
	return action({ class: 'otp', 'aria-label': `Copy the code ${code}` }, label, async () => {
		await navigator.clipboard.writeText(code);
		announce('Copied');
	});
}

const OPT_OUTS = {
	link: (optOut) => action({ class: 'removal' }, 'Unsubscribe (the removal link)', optOut),
	reply: () => element('p', { class: 'removal' }, 'A reply “הסר” or “stop” opts out'),
};

/** All links to this machine but those that the sandbox has shortened. */
const LOCAL_LINK = /https?:\/\/(localhost|127\.[\d.]+)(:\d+)?\/(?!s\/)/i;

/** The sandbox's phones are on this machine, so its links work here and nowhere else. */
const local = () =>
	element(
		'p',
		{ class: 'local' },
		'The link leads to this machine: a real phone could not open it.',
	);

function toHandset(line, optOut) {
	const { message, text, peer } = line;
	const [drawing] = STATES[message.state];
	return element(
		'li',
		{ class: `line to ${message.kind} ${message.state}` },
		element('p', { class: 'peer' }, element('span', { class: 'unseen' }, 'From '), peer),
		element(
			'div',
			{ class: 'bubble' },
			message.state === 'scheduled' ? due(line) : '',
			message.speech ? spoken(message.speech) : '',
			element('p', { class: 'text', dir: 'auto' }, withLinks(text)),
			LOCAL_LINK.test(text) ? local() : '',
			message.kind === 'otp' ? codeButton(text) : '',
			OPT_OUTS[message.optOut]?.(optOut) ?? '',
		),
		element(
			'details',
			{ class: 'fate' },
			element('summary', {}, icon(drawing), stateText(line)),
			facts(line),
		),
	);
}

function fromHandset({ at, text, peer }) {
	return element(
		'li',
		{ class: 'line from' },
		element(
			'div',
			{ class: 'bubble' },
			element('p', { class: 'text', dir: 'auto' }, withLinks(text)),
		),
		element('p', { class: 'fate' }, `To ${peer} · ${timeText(at, 'minute')}`),
	);
}

const MARKS = {
	day: ({ at }) => element('li', { class: 'mark' }, timeText(at, 'day')),
	block: ({ by, username, at }) =>
		element(
			'li',
			{ class: 'mark block' },
			by === 'recipient' ? `Opted out of ${username}` : `Blocked by ${username}`,
			` · ${timeText(at, 'minute')}`,
		),
};

/** A line of a conversation: a message, a reply, or a mark between them. */
export function messageLine(line, optOut) {
	if (line.mark) return MARKS[line.mark](line);
	return line.direction === 'from handset' ? fromHandset(line) : toHandset(line, optOut);
}
