import { figure } from './figures.mts';
import { rowOf } from './reference.mts';
import type { Results, Trigger } from './results.mts';
import { GROUPS, triggers } from './triggers.mts';

/** A goal of the benchmark. `isReached` is undefined when it was not measured. */
export interface Goal {
	goal: string;
	measured: string;
	isReached: boolean | undefined;
}

const goal = (text: string, measured: string, isReached: boolean | undefined): Goal => ({
	goal: text,
	measured: isReached === undefined ? 'not measured' : measured,
	isReached,
});

const atLeast = (text: string, value: number | undefined, least: number) =>
	goal(text, `${figure(value)} ×`, value === undefined ? undefined : value >= least);

const atMost = (text: string, value: number | undefined | null, most: number, unit: string) =>
	goal(text, `${figure(value)} ${unit}`, value == null ? undefined : value <= most);

export function mustReach(results: Results): Goal[] {
	return [...sendingGoals(results), ...costGoals(results), ...triggerGoals(results)];
}

function sendingGoals({ sending, settings }: Results): Goal[] {
	const row = (id: string) => (sending ? rowOf(sending, id) : undefined);
	const faster = (ours: string, theirs: string) => {
		const [mine, other] = [row(ours), row(theirs)];
		return mine && other ? other.seconds / mine.seconds : undefined;
	};
	const calls = Math.ceil(settings.items / 2_500);
	const bulk = row('bulk');
	const least = sending && sending.bareSeconds + sending.emptySeconds;
	return [
		goal(
			`Send Bulk: ${calls} live calls, ${2 * calls} with checking`,
			bulk ? `${bulk.requests - bulk.checks} live, ${bulk.checks} checks` : '',
			bulk && bulk.requests - bulk.checks === calls && [0, calls].includes(bulk.checks),
		),
		atMost(
			'Send Bulk: 1.2 times its requests without n8n and the empty workflow',
			bulk && least && bulk.seconds / least,
			1.2,
			'×',
		),
		atLeast('Send Bulk: 400 times faster than Twilio', faster('bulk', 'twilio'), 400),
		atLeast('Send Bulk: 400 times faster than seven', faster('bulk', 'sms77'), 400),
		atLeast(
			'Send Bulk: 40 times faster than HTTP Request in parallel',
			faster('bulk', 'http-parallel'),
			40,
		),
		atMost('Send Bulk with idempotency keys: 10 s', row('bulk-keyed')?.seconds, 10, 's'),
		atMost('The same beside many older keys: 10 s', row('bulk-keyed-many')?.seconds, 10, 's'),
		atLeast(
			'Send, five requests at a time: 4 times faster than one at a time',
			faster('send', 'send-one-by-one'),
			4,
		),
		atLeast(
			'Expressions of the engine: 3 times faster than Twilio',
			faster('bulk-engine', 'twilio'),
			3,
		),
	];
}

function costGoals({ cpu, scale, package: figures }: Results): Goal[] {
	const perItem = scale?.rows.map((row) => row.perItem) ?? [];
	const spread = scale && (Math.max(...perItem) / Math.min(...perItem) - 1) * 100;
	const node = cpu?.nodes.find(({ contestant }) => contestant === 'bulk-unchecked');
	const times = cpu && node && (node.perItem - cpu.engine) / cpu.floor;
	const largest = scale?.rows.find(({ items }) => items === 100_000);
	return [
		atMost(
			'CPU per item: 3 times the floor (the same bodies, so not checked first)',
			times,
			3,
			'×',
		),
		atMost('Time per item flat within 25 % from 1k to 100k', spread, 25, '%'),
		atMost('100k items: under 1 GB', largest?.peakMB, 1024, 'MB'),
		atMost('Nodes load in 50 ms together', figures?.loadMs, 50, 'ms'),
		atMost('Tarball under 200 kB', figures?.tarballKB, 200, 'kB'),
	];
}

const GROUPED = triggers.find(({ id }) => id === GROUPS)?.name;

function triggerGoals({ trigger }: Results): Goal[] {
	const pairs = <T extends { engine: string; name: string }>(
		rows: T[] = [],
		of = 'TextMe Trigger',
	) =>
		rows
			.filter(({ name }) => name === of)
			.map((ours) => ({ ours, core: rows.find((row) => isCounterpart(row, ours)) }));
	const throughput = pairs(trigger?.loads).flatMap(({ ours, core }) => {
		const load = `(${ours.engine} engine, ${ours.connections} connections)`;
		const ratio = (key: 'perSecond' | 'runsPerSecond') => core && ours[key] / core[key];
		return [
			atLeast(`Trigger: as many answers as n8n's Webhook ${load}`, ratio('perSecond'), 1),
			atLeast(`Trigger: as many workflows ${load}`, ratio('runsPerSecond'), 1),
		];
	});
	const busy = pairs(trigger?.slots).map(({ ours, core }) =>
		atMost(
			`Trigger with two slots: a tenth of its median answer (${ours.engine} engine)`,
			core && ours.p50 / core.p50,
			0.1,
			'×',
		),
	);
	const grouped = pairs(trigger?.loads, GROUPED).map(({ ours, core }) =>
		atLeast(
			`Pushes in groups: as many answers as n8n's Webhook (${ours.engine} engine, ${ours.connections} connections)`,
			core && ours.perSecond / core.perSecond,
			1,
		),
	);
	const campaigns = (trigger?.campaigns ?? []).flatMap(({ engine, pushes, executions, p99 }) => [
		atMost(
			`Pushes in groups: 400 executions for 10,000 (${engine} engine)`,
			(executions * 10_000) / pushes,
			400,
			'executions',
		),
		atMost(`Pushes in groups: p99 under 2 s (${engine} engine)`, p99 / 1000, 2, 's'),
	]);
	return [...throughput, ...busy, ...grouped, ...campaigns];
}

/** n8n's own node, with all the shortcuts that n8n has for it. */
const WEBHOOK = "n8n's Webhook, Respond Immediately";

type Row = Trigger['loads'][number] | Trigger['slots'][number];

/** Whether a row has the same load on n8n's own node. */
function isCounterpart(row: object, ours: object): boolean {
	const [a, b] = [row as Row, ours as Row];
	const connections = (one: Row) => ('connections' in one ? one.connections : 0);
	return a.name === WEBHOOK && a.engine === b.engine && connections(a) === connections(b);
}
