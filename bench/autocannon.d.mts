/** The part of autocannon, which has no types of its own, that is used here. */
declare module 'autocannon' {
	export default function autocannon(options: object): Promise<{
		'2xx': number;
		non2xx: number;
		errors: number;
		duration: number;
		latency: { p50: number; p99: number; max: number };
	}>;
}
