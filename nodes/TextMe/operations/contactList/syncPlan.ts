import type { IDataObject } from 'n8n-workflow';

import type { ListFigures } from '../../../planning/changeLimits';
import type { ContactChanges } from '../../../planning/contactChanges';
import type { ListedContact } from '../../../../gateway/contacts';
import { MAX_CONTACTS_PER_CALL } from '../../../../gateway/limits';
import { chunk } from '../../../../gateway/lists';
import { tieRowErrors } from '../../../../gateway/rowErrors';
import type { ReplyTree } from '../../../../gateway/tree';
import type { Plan } from '../../plan';
import type { RejectedRow } from '../../../shared/replies';
import { REPEATED } from './clElements';

type Root = 'rmNumCL' | 'addNumCL';

/** A row of a request: a contact to add or to remove. A contact to change is in two rows: it is removed, then added. */
interface Step {
	phone: string;
	before?: ListedContact['fields'];
	after?: ListedContact['fields'];
}

interface StepRequest {
	root: Root;
	steps: Step[];
}

const PUT_BACK = 'it has its old fields again';

/**
 * The requests of a sync and its output. Removals and additions take turns, each with the changed contacts first, so that
 * nobody is off the list for longer than one request takes.
 */
export function syncPlan(
	figures: ListFigures,
	changes: ContactChanges,
	warning?: string,
): Plan<ListFigures> {
	const { list } = figures;
	const requests = requestsFor(changes);
	const written = ({ root, steps }: StepRequest) => ({ root, body: bodyOf(root, list, steps) });
	const isChanged = new Set(changes.changed.map(({ phone }) => phone));
	return {
		figures,
		requests: requests.map(written),
		output(replies, leftOff) {
			const { rejected, notes } = rejections(list, requests, replies);
			const off = new Set(leftOff.map(({ phone }) => phone));
			const isBack = (phone: string) =>
				isChanged.has(phone) && !off.has(phone) && !rejected.rmNumCL.has(phone);
			const done = carriedOut(changes, rejected, off);
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
					...[...rejected.rmNumCL].map(([phone, reason]): RejectedRow => ({ phone, reason })),
					...[...rejected.addNumCL].map(
						([phone, reason]): RejectedRow => ({
							phone,
							reason: isBack(phone) ? `${reason}; ${PUT_BACK}` : reason,
						}),
					),
				],
				...(notes.length > 0 && { notes }),
				...(warning && { warning }),
			};
		},
		offList: (replies) => offList(figures.list, changes, requests, replies),
		putBack: (contacts) =>
			additionsOf(contacts.map(({ phone, fields }) => ({ phone, after: fields }))).map(written),
		notBack(contacts, replies) {
			const asked = additionsOf(contacts.map(({ phone }) => ({ phone })));
			const { addNumCL } = rejections(list, asked, replies).rejected;
			return contacts.filter(({ phone }) => addNumCL.has(phone));
		},
	};
}

const additionsOf = (steps: Step[]) => inRequests('addNumCL', steps);

const inRequests = (root: Root, steps: Step[]) =>
	chunk(steps, MAX_CONTACTS_PER_CALL).map((part): StepRequest => ({ root, steps: part }));

function requestsFor({ added, changed, removed }: ContactChanges): StepRequest[] {
	const removals = inRequests('rmNumCL', [
		...changed.filter(({ isOff }) => !isOff),
		...removed.map(({ phone, fields }) => ({ phone, before: fields })),
	]);
	const additions = additionsOf([
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

/** The changes that were carried out. A contact that was removed to be changed and is still off the list counts as removed. */
function carriedOut(
	{ added, changed, removed }: ContactChanges,
	{ rmNumCL, addNumCL }: Rejections,
	off: Set<string>,
): IDataObject[] {
	return [
		...added.flatMap(({ phone, fields }) =>
			addNumCL.has(phone) ? [] : [{ phone, change: 'added', after: fields }],
		),
		...changed.flatMap(({ phone, before, after }) => {
			if (!addNumCL.has(phone)) return [{ phone, change: 'changed', before, after }];
			return off.has(phone) ? [{ phone, change: 'removed', before }] : [];
		}),
		...removed.flatMap(({ phone, fields }) =>
			rmNumCL.has(phone) ? [] : [{ phone, change: 'removed', before: fields }],
		),
	];
}

/**
 * The contacts that may be off the list after these replies, with their old fields: removed in order to change them, and not
 * added again, or rejected then. The first request without a reply may have been carried out.
 */
function offList(
	list: string,
	{ changed }: ContactChanges,
	requests: StepRequest[],
	replies: ReplyTree[],
): ListedContact[] {
	const { rejected } = rejections(list, requests, replies);
	const off = new Map<string, ListedContact>();
	for (const { phone, before, isOff } of changed) {
		if (isOff) off.set(phone, { phone, fields: before });
	}
	for (const [index, { root, steps }] of requests.slice(0, replies.length + 1).entries()) {
		for (const { phone, before, after } of steps) {
			const isAdded = root === 'addNumCL' && index < replies.length;
			const isThere = rejected.rmNumCL.has(phone) || !rejected.addNumCL.has(phone);
			if (root === 'rmNumCL' && before && after) off.set(phone, { phone, fields: before });
			if (isAdded && isThere) off.delete(phone);
		}
	}
	return [...off.values()];
}
