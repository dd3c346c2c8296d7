import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Failure } from '../../../gateway/replies/status';
import { givingTurns, isHumanReview } from '../../n8n/insides';
import { accountOf, isRehearsed, REHEARSAL_FIELD } from '../../connection/account';
import type { NodeError } from '../../output/nodeError';
import {
	asNodeError,
	failureIn,
	forErrorOutput,
	isNodeError,
	isUnknown,
	nodeError,
	NOTHING_SENT,
	withoutPasswords,
} from '../../output/nodeError';
import type { Mistake } from '../../output/sentence';
import { mistakesText } from '../../output/sentence';
import { nameOf } from '../../texts/text';
import { toolCall } from '../agent/toolCall';
import { panelOf } from '../describe';
import { resources } from '../operations';
import { sharedSettings } from '../options/common';
import { outcomeOf, outputOf, showSummary, showWarnings } from '../output/output';
import { toolOutput } from '../output/toolOutput';
import { Parameters } from '../parameters/parameters';
import { RunParameters } from '../parameters/runParameters';
import { runnableCall } from '../run/calls';
import type { Earlier, Row, Run } from '../run/run';
import { externalIdsOf, fail, failed, failureOf, hasSent, isText } from '../run/run';
import { SmsReplies, waitForLink } from '../sends/questions';
import { runnableSend } from '../sends/sends';
import { Journal } from './journal';
import { doubtOf, withProgress } from './stopping';

/** Carries out the chosen operation. In human review, a model gets an error as an answer. */
export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	try {
		return await carryOut(await begin(context));
	} catch (error) {
		const isForModel = isNodeError(error) && isHumanReview(context.getNode());
		if (!isForModel) return await Promise.reject(error as Error);
		const isAsked = isUnknown(error) ? UNCLEAR : NOBODY_ASKED;
		return [{ json: undecided(isAsked, error.message), pairedItem: { item: 0 } }];
	}
}

async function carryOut({ run, parameters, journal }: Beginning): Promise<INodeExecutionData[]> {
	const { operation, continuesOnFail, isTool } = run;
	const failsByItem = continuesOnFail && !isTool;
	const refusal = journal?.isRetry ? await journal.refusal(run.node) : undefined;
	if (refusal && failsByItem) return everyItemFailed(run, refusal);
	if (refusal) throw withoutPasswords(refusal, operation.fields);
	adviseOn(run, parameters);
	const replies = operation.asks ? new SmsReplies(run) : undefined;
	try {
		await readRows(run, parameters, journal);
		const doubt = journal?.earlier.size ? doubtOf(run) : undefined;
		if (replies) {
			run.stop ??= doubt;
			run.before = async (parts) => await replies.listen(parts);
		}
		if (!run.stop) await operation.carryOut(run);
		if (doubt && !isUnknown(run.stop)) run.stop = doubt;
		if (run.stop) throw withoutPasswords(run.stop, operation.fields);
		return await returnOutput(run, journal, replies);
	} catch (error) {
		journal?.keep(run);
		if (failsByItem) return everyItemFailed(run, error);
		throw withProgress(run, error);
	}
}

/**
 * Under "Continue", n8n passes on the input of a node that raises an error. Strangers may have written it, and it would pass for an
 * answer. So every item fails instead, unless it has failed by itself.
 */
function everyItemFailed(run: Run, cause: unknown): INodeExecutionData[] {
	const failure = failureIn(asNodeError(run.node, cause));
	for (const row of run.rows) {
		if (failureOf(row)) continue;
		const ofRow: Failure = hasSent(row) ? { ...failure, outcome: 'unknown' } : failure;
		const own = nodeError(run.node, ofRow, row.itemIndex);
		const texts = row.earlier?.texts ?? row.parts.filter(isText);
		const externalIds = externalIdsOf(texts);
		delete row.earlier;
		row.parts = [{ itemIndex: row.itemIndex, fate: failed(own, externalIds) }];
	}
	const output = outputOf(run);
	fitErrorOutput(run, output);
	return output;
}

function adviseOn({ context, operation, rows, account }: Run, parameters: RunParameters): void {
	const hint = (message: string, type: 'info' | 'warning') =>
		context.addExecutionHints({ message, type, location: 'outputPane' });
	const { fromItems = Infinity, text = '', unless = [] } = operation.advice ?? {};
	const isOffThePoint = unless.some((option) => parameters.added.has(option));
	if (rows.length >= fromItems && !isOffThePoint) hint(text, 'info');
	if (isRehearsed(account) && operation.effect === 'send') {
		hint(
			`Rehearsal: everything goes to ${account.rehearsalPhone}. To send to people, empty ${REHEARSAL_FIELD}.`,
			'warning',
		);
	}
}

interface Beginning {
	run: Run;
	parameters: RunParameters;
	/** Missing for a read, which may be repeated, and without an execution. */
	journal: Journal | undefined;
}

async function begin(context: IExecuteFunctions): Promise<Beginning> {
	const { operation, panel } = chosenOperation(context);
	const account = await accountOf(context).catch(() => undefined);
	const parameters = new RunParameters(context, account, panel);
	const { node, isTool, isHumanReview, withoutExecution } = parameters;
	const isKept = operation.effect !== 'read' && !withoutExecution;
	const call = isKept && isTool ? toolCall(context) : undefined;
	// A rehearsal texted nobody else, so it counts for no real run.
	const kind = isRehearsed(account) ? 'rehearsal' : 'run';
	const journal = isKept ? new Journal(context, call, operation, kind) : undefined;
	parameters.runId = journal?.firstRunId ?? parameters.runId;
	const { runId } = parameters;
	const run: Run = {
		...{ context, node, account, runId, isTool, isHumanReview, withoutExecution },
		...{ operation, call },
		// In agents before version 3, a model gets no raised error at all; later ones leave out its description.
		// In human review, `executeOperation` gives the error to the model, whatever the node's settings say.
		continuesOnFail:
			(context.continueOnFail() && !isHumanReview) || (isTool && node.onError !== 'stopWorkflow'),
		rows: Array.from({ length: parameters.itemCount }, (_, itemIndex) => ({
			itemIndex,
			parts: [],
		})),
		hasKeys: false,
		hasLimits: isTool || isRehearsed(account),
		parameter: (field, itemIndex) => parameters.value(parameters.written(field), itemIndex),
		safeguards: { skipsDuplicates: true, limits: {} },
	};
	return { run, parameters, journal };
}

const OPERATIONS = new Map(
	resources.flatMap(({ value: resource, operations }) =>
		operations.map((one) => {
			const { own, value } = one;
			const operation = 'root' in own ? runnableCall(one, own) : runnableSend(one, own);
			return [`${resource} ${value}`, { operation, panel: panelOf(one) }] as const;
		}),
	),
);

function chosenOperation(context: IExecuteFunctions) {
	const resource = String(context.getNodeParameter('resource', 0));
	const value = String(context.getNodeParameter('operation', 0));
	const chosen = OPERATIONS.get(`${resource} ${value}`);
	if (chosen) return chosen;
	throw new NodeOperationError(
		context.getNode(),
		`'Operation': there is no '${value}' for '${resource}'`,
		{ description: 'Choose a resource and an operation from the lists.' },
	);
}

/** The run's output: at once, or after waiting for an answer. */
async function returnOutput(
	run: Run,
	journal: Journal | undefined,
	replies: SmsReplies | undefined,
): Promise<INodeExecutionData[]> {
	const { operation } = run;
	const output = outputOf(run);
	if (operation.isSend) {
		showSummary(run);
		showWarnings(run);
	}
	if (mayRunAgain(run, output)) journal?.keep(run);
	else journal?.end(run);
	if (replies) await waitForLink(run, output);
	if (run.isTool) return toolOutput(output, run);
	if (run.isHumanReview) return output.map(reviewed);
	fitErrorOutput(run, output);
	return (await replies?.wait(output)) ?? output;
}

function fitErrorOutput({ node }: Run, output: Array<{ json: IDataObject }>): void {
	if (node.onError !== 'continueErrorOutput') return;
	for (const item of output) item.json = forErrorOutput(item.json);
}

function mayRunAgain(
	{ isTool, operation, node, rows }: Run,
	[first]: INodeExecutionData[],
): boolean {
	if (isTool) {
		const hasDoubts = () => rows.some((row) => outcomeOf(operation, row) === 'unknown');
		return operation.effect === 'send' || hasDoubts();
	}
	// n8n also runs a node again if the first output item has an `error`, which a raw reply may have.
	return node.retryOnFail === true && first?.json.error !== undefined;
}

/**
 * Reads and checks all items before the first request: a mistake in the last item must not stop a run that is half done.
 * Items with a mistake fail.
 */
async function readRows(
	run: Run,
	parameters: RunParameters,
	journal: Journal | undefined,
): Promise<void> {
	const mistakes: Array<{ row: Row; error: NodeError }> = [];
	for await (const row of givingTurns(run.rows)) {
		const earlier = journal?.earlier.get(row.itemIndex);
		try {
			if (earlier && !earlier.isPartial) row.earlier = earlier;
			else readRow(run, parameters, row);
			if (earlier?.isPartial) closeSent(row, earlier);
		} catch (error) {
			// An item that was sent cannot be refused any more.
			if (earlier) row.earlier = earlier;
			else mistakes.push({ row, error: asNodeError(run.node, error, row.itemIndex) });
		}
	}
	run.hasLimits ||= Object.keys(run.safeguards.limits).length > 0;
	if (mistakes.length > 0) failAll(run, mistakes);
}

/** Leaves only the texts of an item open that an earlier try did not send. */
function closeSent(row: Row, { texts }: Earlier): void {
	const names = new Set(texts.map(({ to }) => nameOf(to)));
	for (const part of row.parts) {
		if (isText(part) && names.has(nameOf(part.to))) part.fate = { kind: 'sentEarlier' };
	}
}

function readRow(run: Run, parameters: RunParameters, row: Row): void {
	const { context, operation } = run;
	const { itemIndex } = row;
	const json: IDataObject = context.getInputData()[itemIndex]?.json ?? {};
	const own = new Parameters(parameters, itemIndex, json);
	if (parameters.isForModel) own.checkCall();
	const { common, safeguards = run.safeguards, key } = sharedSettings(own, operation);
	run.safeguards = safeguards;
	// A rehearsal heeds no keys.
	run.hasKeys ||= key !== undefined && !isRehearsed(run.account);
	const { parts, ...asked } = operation.read(row, own, common.onBehalfOf);
	// An empty set for each of 100,000 items takes 17 MB.
	const warnings = own.warnings.size > 0 ? own.warnings : undefined;
	row.item = { itemIndex, common, key, ...asked, warnings };
	row.parts = parts;
}

/** Fails the items with mistakes. Without "Continue", one error lists all mistakes and stops the run. */
function failAll(run: Run, mistakes: Array<{ row: Row; error: NodeError }>): void {
	const { node, rows, operation, continuesOnFail } = run;
	const all = mistakes.map(({ row: { itemIndex: item }, error: { message } }) => {
		return { item, message };
	}) as [Mistake, ...Mistake[]];
	const [{ error }] = mistakes as [(typeof mistakes)[0]];
	const message = continuesOnFail ? error.message : mistakesText(all, rows.length);
	for (const { row, error: own } of mistakes) {
		row.parts = [{ itemIndex: row.itemIndex }];
		fail(run, row.parts, own);
	}
	if (message === error.message) return;
	run.stop = withoutPasswords(
		new NodeOperationError(node, message, { description: NOTHING_SENT }),
		operation.fields,
	);
}

const NOBODY_ASKED = 'Nobody was asked';
const UNCLEAR = 'It is not known whether anybody was asked';

/**
 * The model's answer when nobody could review its call. n8n passes `chatInput` on as the person's words. Without it, n8n would
 * tell the model that the person rejected the call.
 */
const undecided = (isAsked: string, reason: unknown): IDataObject => ({
	approved: false,
	chatInput: `${isAsked}: ${String(reason)}`,
});

/** A question's output for a model, which says if nobody was asked. */
function reviewed({ json, ...item }: INodeExecutionData): INodeExecutionData {
	const { skipped, onlyChecked } = (json.details ?? {}) as IDataObject;
	if (skipped !== true && onlyChecked !== true) return { ...item, json };
	const reason = String(json.result).replace('Not sent: ', '');
	return { ...item, json: { ...json, ...undecided(NOBODY_ASKED, reason) } };
}
