import { tell } from './controls.mjs';
import { complain, action } from './notices.mjs';
import { israelInput, israelMoment, timeText } from './writing.mjs';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS = [
	['+2 seconds', 2 * SECOND],
	['+1 minute', MINUTE],
	['+15 minutes', 15 * MINUTE],
	['+1 hour', HOUR],
	['+1 day', DAY],
	['+1 week', 7 * DAY],
];

const part = (id) => document.querySelector(`#${id}`);

let clock = { now: Date.now(), frozen: true };
let readAt = Date.now();

export const now = () => (clock.frozen ? clock.now : clock.now + Date.now() - readAt);

function draw() {
	const time = now();
	part('chip-time').textContent = timeText(time, 'second');
	part('clock-time').textContent = timeText(time, 'second');
	part('clock-day').textContent = timeText(time, 'day');
}

export function showClock(view) {
	clock = view;
	readAt = Date.now();
	const { frozen, next } = view;
	part('clock-state').textContent = frozen ? 'stopped' : 'running';
	part('chip-state').textContent = frozen ? 'stopped' : '';
	part('clock-toggle').textContent = frozen ? 'Start the clock' : 'Stop the clock';
	part('clock-next').hidden = next === undefined;
	if (next !== undefined) {
		part('clock-next-time').textContent = timeText(next, 'full');
	}
	const to = part('clock-set').elements.to;
	if (document.activeElement !== to) to.value = israelInput(now());
	draw();
}

export function startClock() {
	const toggle = () => tell(clock.frozen ? '/clock/run' : '/clock/freeze');
	part('clock-toggle').addEventListener('click', () => toggle().catch(complain));
	part('clock-steps').append(
		...STEPS.map(([label, ms]) => action({}, label, () => tell('/clock/advance', { ms }))),
	);
	part('clock-jump').addEventListener('click', () => {
		tell('/clock/set', { to: clock.next }).catch(complain);
	});
	const form = part('clock-set');
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		tell('/clock/set', { to: israelMoment(form.elements.to.value) }).catch(complain);
	});
	setInterval(draw, SECOND);
}
