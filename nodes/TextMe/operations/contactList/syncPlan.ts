import type { IDataObject } from 'n8n-workflow';

import type { ContactChanges } from '../../../planning/contactChanges';
import type { ListedContact } from '../../../../gateway/contacts';
import { MAX_CONTACTS_PER_CALL } from '../../../../gateway/limits';
import { chunk } from '../../../../gateway/lists';
import { tieRowErrors } from '../../../../gateway/rowErrors';
import type { ReplyTree } from '../../../../gateway/tree';
import type { Plan } from '../../operation';
import type { RejectedRow } from '../../replies';
import { REPEATED } from './clElements';

type Root = 'rmNumCL' | 'addNumCL';

/** A row of a request: a contact to add, to remove, or to change, which takes both. */
interface Step {
	phone: string;
	before?: ListedContact['fields'];
	after?: ListedContact['fields'];
}

interface StepRequest {
	root: Root;
	steps: Step[];
}

/**
 * The requests of a sync and its output. Removals and additions take turns, each with the changed contacts first, so that
 * nobody is off the list for longer than one request takes.
 */
export function syncPlan(list: string, changes: ContactChanges, warning?: string): Plan {
	const requests = requestsFor(changes);
	return {
		requests: requests.map(({ root, steps }) => ({ root, body: bodyOf(root, list, steps) })),
		output(replies) {
			const { rejected, notes } = rejections(list, requests, replies);
			const done = carriedOut(changes, rejected);
			const count = (change: string) => done.filter((each) => each.change === change).length;
			return {
				contactListId: list,
				added: count('added'),
				changed: count('changed'),
				removed: count('removed'),
				unchanged: changes.unchanged,
				changes: done,
				rejected: [
					...changes.repeated.map((phone): RejectedRow => ({ phone, reason: REPEATED })),
					...Object.values(rejected).flatMap((reasons) =>
						[...reasons].map(([phone, reason]): RejectedRow => ({ phone, reason })),
					),
				],
				...(notes.length > 0 && { notes }),
				...(warning && { warning }),
			};
		},
		offList: (done) => offList(requests, done),
	};
}

function requestsFor({ added, changed, removed }: ContactChanges): StepRequest[] {
	const inRequests = (root: Root, steps: Step[]) =>
		chunk(steps, MAX_CONTACTS_PER_CALL).map((part): StepRequest => ({ root, steps: part }));
	const removals = inRequests('rmNumCL', [
		...changed,
		...removed.map(({ phone, fields }) => ({ phone, before: fields })),
	]);
	const additions = inRequests('addNumCL', [
		...changed,
		...added.map(({ phone, fields }) => ({ phone, after: fields })),
	]);
	const turns = Math.max(removals.length, additions.length);
	return Array.from({ length: turns }, (_, turn) => [removals[turn], additions[turn]])
		.flat()
		.filter((request) => request !== undefined);
}

const bodyOf = (root: Root, id: string, steps: Step[]) => ({
	cl: [
		{
			id,
			destinations: {
				destination: steps.map(({ phone, after }) =>
					root === 'addNumCL' ? { phone, ...after } : { phone },
				),
			},
		},
	],
});

/** Why rows were rejected, by phone. */
type Rejections = Record<Root, Map<string, string>>;

function rejections(list: string, requests: StepRequest[], replies: ReplyTree[]) {
	const rejected: Rejections = { rmNumCL: new Map(), addNumCL: new Map() };
	const notes: string[] = [];
	for (const [index, { errors }] of replies.entries()) {
		const { root = 'addNumCL', steps = [] } = requests[index] ?? {};
		const tied = tieRowErrors(
			errors,
			steps.map(({ phone }) => ({ phone, list, listId: list })),
		);
		notes.push(...tied.notes);
		for (const [row, { phone }] of steps.entries()) {
			const reason = tied.reasons[row];
			if (reason !== undefined) rejected[root].set(phone, reason);
		}
	}
	return { rejected, notes };
}

/** The changes that were carried out. A contact that was removed to be changed, but not added again, counts as removed. */
function carriedOut(
	{ added, changed, removed }: ContactChanges,
	{ rmNumCL, addNumCL }: Rejections,
): IDataObject[] {
	return [
		...added.flatMap(({ phone, fields }) =>
			addNumCL.has(phone) ? [] : [{ phone, change: 'added', after: fields }],
		),
		...changed.flatMap(({ phone, before, after }) => {
			if (!addNumCL.has(phone)) return [{ phone, change: 'changed', before, after }];
			return rmNumCL.has(phone) ? [] : [{ phone, change: 'removed', before }];
		}),
		...removed.flatMap(({ phone, fields }) =>
			rmNumCL.has(phone) ? [] : [{ phone, change: 'removed', before: fields }],
		),
	];
}

/** The contacts that may be off the list if the request after `done` requests fails: removed to be changed, not added again. */
function offList(requests: StepRequest[], done: number): IDataObject[] {
	const off = new Map<string, IDataObject>();
	for (const [index, { root, steps }] of requests.slice(0, done + 1).entries()) {
		for (const { phone, before, after } of steps) {
			if (root === 'rmNumCL' && after) off.set(phone, { phone, ...before });
			if (root === 'addNumCL' && index < done) off.delete(phone);
		}
	}
	return [...off.values()];
}
