import type { BenchN8n } from './benchN8n.mts';
import type { Contestant } from './contestants.mts';
import type { Scale } from './results.mts';
import { EMPTY, timeOf } from './sending.mts';
import type { Services } from './services.mts';

/** Without a warm-up, the smallest count would be measured with code that n8n has hardly run yet. */
const warmUp = 1_000;

const COUNTS = [1_000, 10_000, 100_000];

/** Part (c): whether ten or a hundred times the items take ten or a hundred times as long, and the memory they take. */
export async function measureScale(
	bench: BenchN8n,
	services: Services,
	{ id, name }: Pick<Contestant, 'id' | 'name'>,
	report: (row: Scale['rows'][number]) => void,
): Promise<Scale> {
	const rows: Scale['rows'] = [];
	// No latency: the gateway's time is the same for every call, but not for every item, since a call has up to 2,500.
	const atOnce = () => {
		services.reset();
		services.sandbox.setLatency(0);
	};
	for (const items of COUNTS) {
		const empty = await bench.during({}, (n8n) => timeOf(n8n, EMPTY, items, { warmUp }));
		const full = await bench.during({}, (n8n) =>
			timeOf(n8n, id, items, { warmUp, between: atOnce }),
		);
		const row = {
			items,
			seconds: full.seconds,
			emptySeconds: empty.seconds,
			perItem: ((full.seconds - empty.seconds) * 1e6) / items,
			emptyPeakMB: empty.peakMB,
			peakMB: full.peakMB,
		};
		rows.push(row);
		report(row);
	}
	return { contestant: name, rows };
}
