import { reference } from './reference.mts';
import { count, figure } from './figures.mts';
import type { Engine, Results } from './results.mts';
import type { Table } from './textTable.mts';

const withEngine = (name: string, engine: Engine) =>
	engine === 'default' ? name : `${name} (${engine} engine)`;

const present = (all: Array<Table | undefined>) => all.filter((table) => table !== undefined);

/** All results, a table for each part. */
export const tables = (results: Results): Table[] =>
	present([...userTables(results), cpu(results), pack(results)]);

/** The tables that matter to users of the package. */
export const userTables = (results: Results): Table[] =>
	present([sending(results), scale(results), loads(results), campaigns(results), slots(results)]);

function sending({ sending, settings }: Results): Table | undefined {
	if (!sending) return undefined;
	const best = reference(sending);
	return {
		title: `${count(settings.items)} texts, each different`,
		note:
			`The gateway answers after ${settings.latencyMs} ms. The same workflow without a sending node takes ` +
			`${figure(sending.emptySeconds)} s and ${figure(sending.emptyPeakMB)} MB, which is part of every figure. The requests of Send ` +
			`Bulk with no n8n at all take ${figure(sending.bareSeconds)} s.` +
			(sending.rows.some((row) => row.isExtrapolated)
				? ` ~ extrapolated from ${count(settings.slowItems)} items.`
				: ''),
		headings: ['Sent with', 'Requests', 'Seconds', 'Times Send Bulk', 'Peak memory, MB'],
		rows: sending.rows.map((row) => {
			const mark = row.isExtrapolated ? '~' : '';
			return [
				withEngine(row.name, row.engine),
				mark + count(row.requests) + (row.checks > 0 ? ` (${count(row.checks)} checks)` : ''),
				mark + figure(row.seconds),
				best ? mark + figure(row.seconds / best.seconds) : '-',
				figure(row.peakMB) + (row.isExtrapolated ? ` at ${count(row.measuredItems)}` : ''),
			];
		}),
	};
}

function cpu({ cpu }: Results): Table | undefined {
	if (!cpu) return undefined;
	const { items, nodes, engine, floor } = cpu;
	const row = (name: string, perItem: number) => [name, figure(perItem), figure(perItem / floor)];
	return {
		title: 'Processor time for each item',
		note:
			`${count(items)} items in n8n's engine, without what the engine takes with a node that does nothing ` +
			`(${figure(engine)} µs). Floor: making, writing and reading the same JSON bodies with no node at all.`,
		headings: ['', 'µs per item', 'Times the floor'],
		rows: [row('Floor', floor), ...nodes.map(({ name, perItem }) => row(name, perItem - engine))],
	};
}

function scale({ scale }: Results): Table | undefined {
	if (!scale) return undefined;
	return {
		title: 'More items',
		note: `${scale.contestant}, the gateway answering at once. Per item: without what the workflow takes when nothing is sent.`,
		headings: ['Items', 'Seconds', 'Not sending', 'µs per item', 'Peak memory, MB', 'Not sending'],
		rows: scale.rows.map((row) => [
			count(row.items),
			figure(row.seconds),
			figure(row.emptySeconds),
			figure(row.perItem),
			figure(row.peakMB),
			figure(row.emptyPeakMB),
		]),
	};
}

function loads({ trigger }: Results): Table | undefined {
	if (!trigger) return undefined;
	return {
		title: 'Pushes received',
		headings: [
			'Received by',
			'Connections',
			'Answers per second',
			'Worked off per second',
			'p50, ms',
			'p99, ms',
			'Failed',
		],
		rows: trigger.loads.map((row) => [
			withEngine(row.name, row.engine),
			count(row.connections),
			figure(row.perSecond),
			figure(row.runsPerSecond),
			figure(row.p50),
			figure(row.p99),
			count(row.failed),
		]),
	};
}

function campaigns({ trigger }: Results): Table | undefined {
	const [first] = trigger?.campaigns ?? [];
	if (!trigger || !first) return undefined;
	return {
		title: `${count(first.pushes)} pushes of a campaign`,
		note: 'On 50 connections, one after the other on each.',
		headings: ['Received by', 'Executions', 'Seconds', 'Answers per second', 'p99, ms', 'Failed'],
		rows: trigger.campaigns.map((row) => [
			withEngine(row.name, row.engine),
			count(row.executions),
			figure(row.seconds),
			figure(row.perSecond),
			figure(row.p99),
			count(row.failed),
		]),
	};
}

function slots({ trigger }: Results): Table | undefined {
	const [first] = trigger?.slots ?? [];
	if (!trigger || !first) return undefined;
	return {
		title: 'Pushes while n8n is busy',
		note: `${count(first.pushes)} at once into a workflow of two seconds, of which two may run at a time.`,
		headings: ['Received by', 'Answer p50, ms', 'Longest, ms', 'Failed'],
		rows: trigger.slots.map((row) => [
			withEngine(row.name, row.engine),
			figure(row.p50),
			figure(row.max),
			count(row.failed),
		]),
	};
}

function pack({ package: figures }: Results): Table | undefined {
	if (!figures) return undefined;
	return {
		title: 'The package',
		headings: ['', 'Measured'],
		rows: [
			[`Loading its ${figures.classes} classes in a fresh process, ms`, figure(figures.loadMs)],
			['Tarball, kB', figure(figures.tarballKB)],
			[`Unpacked (${count(figures.files)} files), kB`, figure(figures.unpackedKB)],
		],
	};
}
