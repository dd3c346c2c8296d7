import { parseArgs } from 'node:util';
import type { Settings } from './results.mts';

const PARTS = ['sending', 'cpu', 'scale', 'trigger', 'package'] as const;
export type Part = (typeof PARTS)[number];

const USAGE = `npm run bench -- [options]

  --quick           1,000 items for what takes minutes, instead of 2,500, 1,000 pushes of a campaign instead of 10,000, and 1,000
                    remembered keys instead of 100,000; figures that are extrapolated are marked with ~
  --all             all items for that too, which takes about half an hour
  --items N         items of a campaign (10000)
  --latency MS      how long the gateway and the stub of the others take to answer (20)
  --only A,B        some parts only, of ${PARTS.join(', ')}; nothing is written then
`;

export interface BenchOptions {
	settings: Settings;
	parts: Part[];
	/** Whether all parts run, so that the results replace those of the last run. */
	isWhole: boolean;
}

export function options(): BenchOptions {
	const { values } = parseArgs({
		options: {
			quick: { type: 'boolean', default: false },
			all: { type: 'boolean', default: false },
			items: { type: 'string', default: '10000' },
			latency: { type: 'string', default: '20' },
			only: { type: 'string', default: PARTS.join(',') },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(USAGE);
		process.exit(0);
	}
	const items = whole('items', values.items, 1);
	const parts = PARTS.filter((part) => values.only.split(',').includes(part));
	if (parts.length === 0) throw new Error(`--only takes some of ${PARTS.join(', ')}`);
	return {
		parts,
		isWhole: parts.length === PARTS.length,
		settings: {
			items,
			slowItems: Math.min(items, values.all ? items : values.quick ? 1_000 : 2_500),
			keys: values.quick ? 1_000 : 100_000,
			pushes: values.quick ? 1_000 : 10_000,
			latencyMs: whole('latency', values.latency, 0),
			loadSeconds: values.all ? 10 : 5,
		},
	};
}

function whole(name: string, text: string, least: number): number {
	const value = Number(text);
	if (Number.isInteger(value) && value >= least) return value;
	throw new Error(`--${name} takes a whole number, ${least} or more`);
}
