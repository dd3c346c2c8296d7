/** The part of autocannon, which has no types of its own, that is used here. */
declare module 'autocannon' {
	interface Request {
		method: 'POST';
		headers: Record<string, string>;
		setupRequest: (request: Request) => Request & { body: string };
	}
	export default function autocannon(
		options: { url: string; connections: number; timeout: number; requests: Request[] } & (
			| { duration: number }
			| { amount: number }
		),
	): Promise<{
		'2xx': number;
		non2xx: number;
		errors: number;
		duration: number;
		latency: { p50: number; p99: number; max: number };
	}>;
}
