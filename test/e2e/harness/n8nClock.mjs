// Loaded into n8n with --import. n8n's clock is CLOCK_BEHIND milliseconds slow until SIGUSR2, then CLOCK_AHEAD milliseconds
// fast.
const { CLOCK_BEHIND = 0, CLOCK_AHEAD = 0 } = process.env;
delete process.env.NODE_OPTIONS; // child processes keep the real clock
const RealDate = Date;
const { now: realNow } = Date;
let offset = -Number(CLOCK_BEHIND);
const now = () => realNow() + offset;

globalThis.Date = new Proxy(RealDate, {
	get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
	construct: (target, args, newTarget) =>
		Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
	apply: () => new RealDate(now()).toString(),
});

const uptime = performance.now.bind(performance);
performance.now = () => uptime() + Number(CLOCK_BEHIND) + offset;

// n8n looks once a minute for waits that are over; here every second, so that no test waits for that.
const { setInterval: realInterval } = globalThis;
globalThis.setInterval = (work, ms, ...more) =>
	realInterval(work, ms === 60_000 ? 1_000 : ms, ...more);

process.once('SIGUSR2', () => {
	offset = Number(CLOCK_AHEAD);
});
