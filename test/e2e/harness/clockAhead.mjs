// Loaded into n8n before anything else: its clock is ahead by CLOCK_AHEAD milliseconds, so that hours pass with a restart.
const RealDate = Date;
const { now: realNow } = Date;
const now = () => realNow() + Number(process.env.CLOCK_AHEAD);

globalThis.Date = new Proxy(RealDate, {
	get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
	construct: (target, args, newTarget) =>
		Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
	apply: () => new RealDate(now()).toString(),
});
