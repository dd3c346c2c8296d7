import { element } from './element.mjs';
import { phoneText, plural } from './writing.mjs';

const PAUSE_MS = 1_500;
const SHOWN_MS = 6_000;

const announcer = document.querySelector('#announcer');
const toasts = document.querySelector('#toasts');

let arrived = [];
let silence;

export function announce(text) {
	announcer.textContent = text;
	// Clears announcements, so that a screen reader does not read them with the page.
	clearTimeout(silence);
	silence = setTimeout(() => announcer.replaceChildren(), SHOWN_MS);
}

function tellArrived() {
	const { phone, text } = arrived.at(-1);
	announce(
		arrived.length === 1
			? `New message to ${phoneText(phone)}: ${text}`
			: `${plural(arrived.length, 'new message')}, the latest to ${phoneText(phone)}`,
	);
	arrived = [];
}

/** For screen readers: combines many messages into one announcement. */
export function announceMessage(message) {
	arrived.push(message);
	if (arrived.length === 1) setTimeout(tellArrived, PAUSE_MS);
}

export function complain(error) {
	const toast = element('div', { class: 'toast', role: 'alert' }, error.message);
	toasts.append(toast);
	setTimeout(() => toast.remove(), SHOWN_MS);
}

/** A button that shows its work, and announces errors. */
export function action(attributes, label, work) {
	const button = element(
		'button',
		{
			type: 'button',
			...attributes,
			onclick: async () => {
				if (button.ariaBusy === 'true') return;
				button.ariaBusy = 'true';
				try {
					await work(button);
				} catch (error) {
					complain(error);
				}
				button.ariaBusy = 'false';
			},
		},
		label,
	);
	return button;
}
