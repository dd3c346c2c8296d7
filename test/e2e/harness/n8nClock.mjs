// Loaded into n8n with --import. n8n's clock is CLOCK_BEHIND milliseconds slow until SIGUSR2, then CLOCK_AHEAD milliseconds
// fast.
delete process.env.NODE_OPTIONS; // child processes keep the real clock
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

// Setting the clock also runs what n8n does once a minute, such as ending waits.
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
