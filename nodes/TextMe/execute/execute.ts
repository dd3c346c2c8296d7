import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Failure } from '../../../gateway/replies/status';
import { isHumanReview } from '../../answers/question';
import { accountOf, REHEARSAL_FIELD } from '../../connection/account';
import { givingTurns, inExecution } from '../../memory/slots';
import type { NodeError } from '../../output/nodeError';
import {
	asNodeError,
	failureIn,
	forErrorOutput,
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
import { externalIdsOf, failed, failureOf, hasSent, isText } from '../run/row';
import type { Earlier, Row } from '../run/row';
import type { Run, SentCounts } from '../run/run';
import { fail } from '../run/run';
import { SmsReplies, waitForLink } from '../sends/questions';
import { runnableSend } from '../sends/sends';
import { Journal } from './journal';
import { raise, unknownErrorOf, withProgress } from './stopping';

export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const { run, parameters, journal } = await begin(context);
	const refusal = await journal.refusal(run.node);
	if (refusal && run.continuesOnFail && !run.isTool) return everyItemFailed(run, refusal);
	if (refusal) throw withoutPasswords(refusal, run.operation.fields);
	adviseOn(run, parameters);
	const { operation } = run;
	const replies = operation.asks ? new SmsReplies(run) : undefined;
	try {
		await readRows(run, parameters, journal);
		if (replies) run.stop ??= unknownErrorOf(run);
		if (!run.stop) await operation.carryOut(run, replies && ((parts) => replies.listen(parts)));
		raise(run);
		return await returnOutput(run, journal, replies);
	} catch (error) {
		journal.keep(run);
		if (run.continuesOnFail && !run.isTool) return everyItemFailed(run, error);
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

function adviseOn({ context, operation, rows, rehearsal }: Run, parameters: RunParameters): void {
	const hint = (message: string, type: 'info' | 'warning') =>
		context.addExecutionHints({ message, type, location: 'outputPane' });
	const { fromItems = Infinity, text = '', unless = [] } = operation.advice ?? {};
	const isOffThePoint = unless.some((option) => parameters.added.has(option));
	if (rows.length >= fromItems && !isOffThePoint) hint(text, 'info');
	if (rehearsal !== undefined && operation.effect === 'send') {
		hint(
			`Rehearsal: everything goes to ${rehearsal}. To send to people, empty ${REHEARSAL_FIELD}.`,
			'warning',
		);
	}
}

async function begin(
	context: IExecuteFunctions,
): Promise<{ run: Run; parameters: RunParameters; journal: Journal }> {
	const { resource, operation } = chosenOperation(context);
	const account = await accountOf(context).catch(() => undefined);
	const rehearsal = account?.rehearsalPhone;
	const parameters = new RunParameters(context, account, panelOf(operation));
	const { node, isTool, withoutExecution } = parameters;
	const isKept = operation.effect !== 'read' && !withoutExecution;
	const call = isKept && isTool ? toolCall(context) : undefined;
	const journal = new Journal(context, isKept, call, rehearsal !== undefined);
	parameters.runId = journal.firstRunId ?? parameters.runId;
	const { runId } = parameters;
	const ofThisCall: SentCounts = {};
	const run: Run = {
		context,
		node,
		resource,
		operation,
		account,
		runId,
		rehearsal,
		isTool,
		call,
		withoutExecution,
		// In agents before version 3, a model gets no raised error at all; later ones leave out its description.
		// In human review, `withReview` gives the error to the model, whatever the node's settings say.
		continuesOnFail:
			(context.continueOnFail() && !isHumanReview(node)) ||
			(isTool && node.onError !== 'stopWorkflow'),
		rows: Array.from({ length: parameters.itemCount }, (_, itemIndex) => ({
			itemIndex,
			parts: [],
		})),
		parameter: (field, itemIndex) => parameters.value(parameters.written(field), itemIndex),
		safeguards: { skipsDuplicates: true, limits: {} },
		sentCounts: () =>
			withoutExecution ? ofThisCall : (inExecution(context, 'sentCounts') as SentCounts),
	};
	return { run, parameters, journal };
}

const OPERATIONS = new Map(
	resources.flatMap(({ value: resource, operations }) =>
		operations.map((operation) => {
			const runnable = operation.made({ call: runnableCall, send: runnableSend });
			return [`${resource} ${operation.value}`, runnable] as const;
		}),
	),
);

function chosenOperation(context: IExecuteFunctions) {
	const chosen = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = OPERATIONS.get(`${String(chosen)} ${String(value)}`);
	if (operation) return { resource: String(chosen), operation };
	throw new NodeOperationError(
		context.getNode(),
		`'Operation': there is no '${String(value)}' for '${String(chosen)}'`,
		{ description: 'Choose a resource and an operation from the lists.' },
	);
}

/** The run's output: at once, or after waiting for an answer. */
async function returnOutput(
	run: Run,
	journal: Journal,
	replies: SmsReplies | undefined,
): Promise<INodeExecutionData[]> {
	const { operation } = run;
	const output = outputOf(run);
	if (operation.isSend) {
		showSummary(run);
		showWarnings(run);
	}
	if (mayRunAgain(run, output)) journal.keep(run);
	else journal.end(run);
	if (replies) await waitForLink(run, output);
	if (run.isTool) return toolOutput(output, run);
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
async function readRows(run: Run, parameters: RunParameters, journal: Journal): Promise<void> {
	const mistakes: Array<{ row: Row; error: NodeError }> = [];
	for await (const row of givingTurns(run.rows)) {
		const earlier = journal.earlier(run, row);
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
	own.checkCall();
	const { common, safeguards = run.safeguards, key } = sharedSettings(own, operation);
	run.safeguards = safeguards;
	const { parts, sending } = operation.read(row, own, common.onBehalfOf);
	row.item = { itemIndex, common, key, sending, warnings: own.warnings };
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
