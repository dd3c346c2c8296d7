// Loaded into n8n before anything else. Sets its clock ahead by the milliseconds in the file that CLOCK_FILE names, so that
// hours can pass in a test of minutes.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const realNow = Date.now;
let ahead = 0;
setInterval(() => {
	try {
		ahead = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
	} catch {
		// Nothing has been written yet.
	}
}, 500).unref();

const now = () => realNow() + ahead;

globalThis.Date = new Proxy(RealDate, {
	get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
	construct: (target, args, newTarget) =>
		Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
	apply: () => new RealDate(now()).toString(),
});
