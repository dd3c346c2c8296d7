import type { IExecuteFunctions } from 'n8n-workflow';

import type { NodeError } from '../../shared/nodeError';
import { asNodeError, notSent } from '../../shared/nodeError';
import { callGateway } from '../../shared/request';
import { limitLabel } from '../fields/limits';
import type { Limits } from '../fields/limits';
import { costOf } from '../fields/outgoing';
import type { Outgoing } from '../fields/outgoing';
import { numberOf } from '../replies';
import type { Ledger } from './ledger';
import type { Prepared, PreparedEntry } from './prepare';

/** An entry with its limits, its messages and their cost. */
interface Limited {
	entry: PreparedEntry;
	limits: Limits;
	sent: Outgoing;
	cost: ReturnType<typeof costOf>;
}

/** Applies the limits to the whole run: when it exceeds one of them, no item is sent. */
export async function holdLimits(
	context: IExecuteFunctions,
	prepared: Prepared,
	ledger: Ledger,
): Promise<void> {
	const { goesOut } = prepared.operation;
	const isLimited = prepared.entries.some(({ limits }) => Object.keys(limits ?? {}).length > 0);
	if (!goesOut || !isLimited) return;
	const entries = (await withoutUsedKeys(prepared.entries, ledger)).map((entry): Limited => {
		const sent = goesOut(entry.member.entry, entry.settings);
		return { entry, limits: entry.limits ?? {}, sent, cost: costOf(sent) };
	});
	const error = await exceeded(context, entries).then(
		(reason) => reason && refusal(context, reason),
		(caught: unknown) => asNodeError(context.getNode(), caught, 0),
	);
	if (!error) return;
	for (const { member } of prepared.entries) ledger.fail(member.itemIndex, error);
	prepared.entries = [];
}

/** The entries that will be sent. An entry whose key is used, before or earlier in this run, is not. */
async function withoutUsedKeys(entries: PreparedEntry[], ledger: Ledger): Promise<PreparedEntry[]> {
	const keyed = entries.filter(({ common }) => !common.validateOnly);
	const used = await ledger.usedKeys(keyed.map(({ member }) => member));
	return entries.filter(({ common, member: { idempotencyKey: key } }) => {
		if (key === undefined || common.validateOnly) return true;
		return !used.has(key) && used.add(key);
	});
}

/** Why the run exceeds a limit; a sentence that starts with the limit. `undefined` when it exceeds none. */
async function exceeded(
	context: IExecuteFunctions,
	entries: Limited[],
): Promise<string | undefined> {
	return (
		tooLong(entries) ??
		uncountable(entries) ??
		tooMany(entries) ??
		(await tooLittleLeft(context, entries))
	);
}

function tooLong(entries: Limited[]): string | undefined {
	for (const { entry, limits, sent, cost } of entries) {
		const { segments, encoding } = cost.length;
		const most = limits.mostSegments ?? Infinity;
		if (sent.call === 'instead' || segments <= most) continue;
		return `${limitLabel('mostSegments')} is ${most}, and the text of item ${entry.member.itemIndex} has ${segments} (${encoding})`;
	}
	return undefined;
}

const COUNTED = ['mostMessages', 'leastBalance'] as const;

function uncountable(entries: Limited[]): string | undefined {
	const limit = COUNTED.find((name) => entries.some(({ limits }) => limits[name] !== undefined));
	const list = entries.find(({ sent }) => sent.contactLists.length > 0);
	return limit && list
		? `${limitLabel(limit)} cannot be checked, because item ${list.entry.member.itemIndex} goes to a contact list, and the node cannot count the people on it`
		: undefined;
}

const sum = (entries: Limited[], of: 'messages' | 'credits') =>
	entries.reduce((total, { cost }) => total + cost[of], 0);

/** The lowest 'Most Messages a Run' of all items, since an expression may give each its own. */
const strictest = (entries: Limited[]) =>
	Math.min(...entries.map(({ limits }) => limits.mostMessages ?? Infinity));

function tooMany(entries: Limited[]): string | undefined {
	const [most, messages] = [strictest(entries), sum(entries, 'messages')];
	return messages > most
		? `${limitLabel('mostMessages')} is ${most}, and this run has ${messages}`
		: undefined;
}

async function tooLittleLeft(
	context: IExecuteFunctions,
	entries: Limited[],
): Promise<string | undefined> {
	const accounts = new Map<string | undefined, Limited[]>();
	for (const limited of entries) {
		const { onBehalfOf } = limited.entry.common;
		const own = accounts.get(onBehalfOf);
		if (own) own.push(limited);
		else accounts.set(onBehalfOf, [limited]);
	}
	for (const [onBehalfOf, own] of accounts) {
		const least = Math.max(...own.map(({ limits }) => limits.leastBalance ?? 0));
		if (least === 0) continue;
		const timeoutSeconds = own[0]?.entry.common.timeoutSeconds ?? 0;
		const call = { root: 'balance', body: {}, effect: 'read', timeoutSeconds, onBehalfOf } as const;
		const balance = numberOf((await callGateway(context, call)).tree.balance);
		if (typeof balance !== 'number') {
			return `${limitLabel('leastBalance')} cannot be checked, because the service did not return the balance`;
		}
		const credits = sum(own, 'credits');
		if (balance - credits >= least) continue;
		return `${limitLabel('leastBalance')} is ${least}, and ${balance - credits} of ${balance} credits would remain`;
	}
	return undefined;
}

const refusal = (context: IExecuteFunctions, reason: string): NodeError =>
	notSent(context.getNode(), reason, {
		description: "Nothing was sent. Send less, or change or remove the limit under 'Limits'.",
	});
