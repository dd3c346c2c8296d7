import type { IDataObject } from 'n8n-workflow';

import type { ContactChanges } from '../../../../gateway/contactChanges';
import type { ListedContact } from '../../../../gateway/contacts';
import { MAX_CONTACTS_PER_CALL } from '../../../../gateway/limits';
import { chunk } from '../../../../gateway/lists';
import { tieRowErrors } from '../../../../gateway/rowErrors';
import type { ReplyTree } from '../../../../gateway/tree';
import type { Plan } from '../../operation';
import type { RejectedRow } from '../../replies';
import { REPEATED } from './clElements';

type Root = 'rmNumCL' | 'addNumCL';

/** A row of a request: a contact that is new, goes, or does both since its fields change. */
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
 * The requests of a sync and its output. Who changes comes first in the requests of both kinds, which take turns, so that
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
	const leaving = inRequests('rmNumCL', [
		...changed,
		...removed.map(({ phone, fields }) => ({ phone, before: fields })),
	]);
	const coming = inRequests('addNumCL', [
		...changed,
		...added.map(({ phone, fields }) => ({ phone, after: fields })),
	]);
	const turns = Math.max(leaving.length, coming.length);
	return Array.from({ length: turns }, (_, turn) => [leaving[turn], coming[turn]])
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

/** Why rows were not carried out, by their phones. */
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

/** What became of the contacts. One that was removed to be changed and then not added is off the list. */
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

/** Who may be off the list when the request after so many fails: removed to be changed, and not added again. */
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
