import { table } from '../scripts/generatedFile.mts';
import { REFERENCE } from './contestants.mts';
import type { Cpu } from './cpu.mts';
import { count, figure, type machine } from './figures.mts';
import type { Receiving } from './receiving.mts';
import type { Scale, Sending } from './sending.mts';
import { EACH, TOGETHER, triggers, WEBHOOK } from './triggers.mts';

/** Everything that has been measured, as stored in results.json. */
export interface Results {
	date: string;
	machine: ReturnType<typeof machine>;
	versions: { package: string; n8n: string; node: string };
	/** The time that the gateway, and the stub of other services, take to answer. */
	settings: { latencyMs: number };
	sending?: Sending;
	cpu?: Cpu;
	scale?: Scale;
	trigger?: Receiving;
	package?: { loadMs: number };
}

/** A part of the page. The first column of its table is a name, the others are figures. */
const part = (title: string, note: string, [name = '', ...others]: string[], rows: string[][]) =>
	`### ${title}\n\n${note}\n\n${table([name, ...others], rows, ['---', ...others.map(() => '--:')])}`;

const named = ({ name, engine }: { name: string; engine: string }) =>
	engine === 'default' ? name : `${name} (${engine} engine)`;

/** The tables that matter to users of the package. */
export const userTables = ({ sending, scale, trigger, settings }: Results): string[] => [
	...(sending ? [sendingTable(sending, settings.latencyMs)] : []),
	...(scale ? [scaleTable(scale)] : []),
	...(trigger ? triggerTables(trigger) : []),
];

function sendingTable(sending: Sending, latencyMs: number): string {
	const best = sending.rows.find(({ contestant }) => contestant === REFERENCE)?.seconds ?? NaN;
	return part(
		`${count(sending.items)} texts, each different`,
		`The gateway answers after ${latencyMs} ms. The same workflow without a sending node takes ${figure(sending.emptySeconds)} s ` +
			`and ${figure(sending.emptyPeakMB)} MB, which is part of every figure. The requests of Send Bulk with no n8n at all ` +
			`take ${figure(sending.bareSeconds)} s.`,
		['Sent with', 'Requests', 'Seconds', 'Times Send Bulk', 'Peak memory, MB'],
		sending.rows.map((row) => [
			named(row),
			count(row.requests),
			...[row.seconds, row.seconds / best, row.peakMB].map(figure),
		]),
	);
}

const scaleTable = ({ contestant, rows }: Scale): string =>
	part(
		'More items',
		`${contestant}, the gateway answering at once. Per item: without what the workflow takes when nothing is sent.`,
		['Items', 'Seconds', 'Not sending', 'µs per item', 'Peak memory, MB', 'Not sending'],
		rows.map(({ items, seconds, emptySeconds, perItem, peakMB, emptyPeakMB }) => [
			count(items),
			...[seconds, emptySeconds, perItem, peakMB, emptyPeakMB].map(figure),
		]),
	);

const triggerTables = ({ date, loadAverage, loadPushes, ...trigger }: Receiving): string[] => [
	part(
		'Pushes received',
		`Measured on ${date.slice(0, 10)}, load average ${loadAverage}: medians of rounds in which each takes its turn with ` +
			`${loadPushes} pushes. In brackets, the share of what n8n's Webhook took in the same round.`,
		[
			'Received by',
			'Connections',
			'Answers per second',
			'Events worked off per second',
			'p50, ms',
			'p99, ms',
			'Failed',
		],
		trigger.loads.map((row) => [
			named(row),
			count(row.connections),
			`${figure(row.perSecond)} (${figure(row.answersOfWebhook)})`,
			`${figure(row.runsPerSecond)} (${figure(row.runsOfWebhook)})`,
			figure(row.p50),
			figure(row.p99),
			count(row.failed),
		]),
	),
	part(
		`${count(trigger.campaigns[0]?.pushes ?? 0)} pushes of a campaign`,
		'On 50 connections, one after the other on each.',
		['Received by', 'Executions', 'Seconds', 'Answers per second', 'p99, ms', 'Failed'],
		trigger.campaigns.map((row) => [
			named(row),
			count(row.executions),
			...[row.seconds, row.perSecond, row.p99].map(figure),
			count(row.failed),
		]),
	),
	part(
		'Pushes while n8n is busy',
		`${count(trigger.slots[0]?.pushes ?? 0)} at once into a workflow of two seconds, of which two may run at a time.`,
		['Received by', 'Answer p50, ms', 'Longest, ms', 'Failed'],
		trigger.slots.map((row) => [named(row), figure(row.p50), figure(row.max), count(row.failed)]),
	),
];

/** A goal: its words, what was measured, the limit, its unit, and whether the limit is the least. */
type Goal = [text: string, value: number, limit: number, unit: string, isLeast?: true];

/** What is to be reached, as far as it was measured. */
export const goals = (results: Results) =>
	[...sendingGoals(results), ...costGoals(results), ...triggerGoals(results)]
		.filter(([, value]) => !Number.isNaN(value))
		.map(([text, value, limit, unit, isLeast]) => ({
			goal: `${text}: ${isLeast ? 'at least' : 'at most'} ${count(limit)} ${unit}`,
			measured: `${figure(value)} ${unit}`,
			isReached: isLeast ? value >= limit : value <= limit,
		}));

function sendingGoals({ sending }: Results): Goal[] {
	const of = (id: string) =>
		sending?.rows.find(({ contestant, engine }) => contestant === id && engine === 'default');
	const secondsOf = (id: string) => of(id)?.seconds ?? NaN;
	const beside = (theirs: string, ours = REFERENCE) => secondsOf(theirs) / secondsOf(ours);
	const { requests = NaN } = of(REFERENCE) ?? {};
	const calls = Math.ceil((sending?.items ?? 0) / 2_500);
	const { bareSeconds = NaN, emptySeconds = NaN } = sending ?? {};
	const besideFloor = secondsOf(REFERENCE) / (bareSeconds + emptySeconds);
	return [
		['Send Bulk', requests, calls, 'calls'],
		['Send Bulk beside its requests and the empty workflow', besideFloor, 1.2, '×'],
		['Twilio beside Send Bulk', beside('twilio'), 400, '×', true],
		['seven beside Send Bulk', beside('sms77'), 400, '×', true],
		['HTTP Request in parallel beside Send Bulk', beside('http-parallel'), 40, '×', true],
		['A name and a date by expression', secondsOf('bulk-engine'), 1, 's'],
		['Send, one request beside five at a time', beside('send-one-by-one', 'send'), 4, '×', true],
		['Send Bulk with idempotency keys', secondsOf('bulk-keyed'), 10, 's'],
		['The same beside many older keys', secondsOf('bulk-keyed-many'), 10, 's'],
	];
}

function costGoals({ cpu, scale, package: figures }: Results): Goal[] {
	const perItem = scale?.rows.map((row) => row.perItem) ?? [];
	const node = cpu?.nodes.find(({ contestant }) => contestant === REFERENCE);
	const times = cpu && node ? (node.perItem - cpu.engine) / cpu.floor : NaN;
	const spread = scale ? (Math.max(...perItem) / Math.min(...perItem) - 1) * 100 : NaN;
	return [
		['Processor time of an item beside the floor', times, 3, '×'],
		['Time per item, spread from 1k to 100k', spread, 25, '%'],
		['100k items', scale?.rows.at(-1)?.peakMB ?? NaN, 1024, 'MB'],
		['Loading of the nodes together', figures?.loadMs ?? NaN, 50, 'ms'],
	];
}

function triggerGoals({ trigger }: Results): Goal[] {
	const nameOf = (wanted: string) => triggers.find(({ id }) => id === wanted)?.name;
	const of = <T extends { name: string }>(id: string, rows: T[] = []) =>
		rows.filter(({ name }) => name === nameOf(id));
	const what = (row: { name: string; engine: string; connections: number }) =>
		`${named(row)}, ${row.connections} connections, beside n8n's Webhook`;
	const loads = [...of(TOGETHER, trigger?.loads), ...of(EACH, trigger?.loads)];
	return [
		...loads.map((row): Goal => [`${what(row)}, answers`, row.answersOfWebhook, 1, '×', true]),
		// One execution for many events is less work, which would say nothing.
		...of(EACH, trigger?.loads).map(
			(row): Goal => [`${what(row)}, executions`, row.runsOfWebhook, 0.9, '×', true],
		),
		...of(TOGETHER, trigger?.slots).map((row): Goal => {
			const core = of(WEBHOOK, trigger?.slots).find(({ engine }) => engine === row.engine);
			const text = `${named(row)}, two slots, median answer beside the Webhook's`;
			return [text, row.p50 / (core?.p50 ?? NaN), 0.1, '×'];
		}),
		...(trigger?.campaigns ?? []).flatMap((row): Goal[] => {
			const of10000 = (row.executions * 10_000) / row.pushes;
			return [
				[`${named(row)}, 10,000 pushes of a campaign`, of10000, 400, 'executions'],
				[`${named(row)}, a campaign, p99`, row.p99 / 1000, 2, 's'],
			];
		}),
	];
}
