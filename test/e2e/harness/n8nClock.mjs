// Loaded into n8n before anything else: its clock is behind until it gets a signal, and ahead from then on, by the
// milliseconds of CLOCK_BEHIND and CLOCK_AHEAD.
delete process.env.NODE_OPTIONS; // what n8n starts keeps its clock
const RealDate = Date;
const { now: realNow } = Date;
let offset = -Number(process.env.CLOCK_BEHIND);
const now = () => realNow() + offset;

globalThis.Date = new Proxy(RealDate, {
	get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
	construct: (target, args, newTarget) =>
		Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
	apply: () => new RealDate(now()).toString(),
});

// What n8n does once a minute, such as looking for waits that are up, it also does when its clock is set.
const everyMinute = [];
const { setInterval: realInterval } = globalThis;
globalThis.setInterval = (work, ms, ...more) => {
	if (ms === 60_000) everyMinute.push(() => work(...more));
	return realInterval(work, ms, ...more);
};

process.once('SIGUSR2', () => {
	offset = Number(process.env.CLOCK_AHEAD);
	for (const work of everyMinute) work();
});
