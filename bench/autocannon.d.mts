/** The part of autocannon that we use; it has no types of its own. */
declare module 'autocannon' {
	export default function autocannon(options: object): Promise<{
		'2xx': number;
		non2xx: number;
		errors: number;
		duration: number;
		latency: { p99: number };
	}>;
}
