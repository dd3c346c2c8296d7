import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isHumanReview } from '../../answers/question';
import { accountOf, REHEARSAL_FIELD } from '../../connection/account';
import { aboutItem, asNodeError, forErrorOutput } from '../../output/nodeError';
import { inExecution } from '../../memory/slots';
import { toolCall } from '../agent/toolCall';
import { runnableCall } from '../calls/calls';
import { fieldsByName } from '../describe';
import { resources } from '../operations';
import { outcomeOf, showSummary, showWarnings } from '../output/figures';
import { outputOf } from '../output/item';
import { toolOutput } from '../output/toolOutput';
import { RunParameters } from '../parameters/runParameters';
import { waitForLink } from '../sends/answersByLink';
import { Keys } from '../run/keys';
import { runnableSend } from '../sends/sends';
import { SmsReplies } from '../sends/smsReplies';
import { Journal } from './journal';
import { readRows } from './readRows';
import { failed } from '../run/fate';
import { externalIdsOf, failureOf, hasSent, isText } from '../run/row';
import type { Run, SentCounts } from '../run/run';
import { raise, unknownErrorOf, withProgress } from './stopping';

export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const { run, parameters, journal } = await begin(context);
	const refusal = await journal.refusal(run.node);
	if (refusal && run.continuesOnFail && !run.isTool) return everyItemFailed(run, refusal);
	if (refusal) throw refusal;
	adviseOn(run, parameters);
	const { operation } = run;
	const replies = operation.asks ? new SmsReplies(run) : undefined;
	try {
		await readRows(run, parameters, journal);
		if (replies) run.stop ??= unknownErrorOf(run);
		if (!run.stop) await operation.carryOut(run, async (parts) => await replies?.listen(parts));
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
	const error = asNodeError(run.node, cause);
	for (const row of run.rows) {
		if (failureOf(row)) continue;
		const own = aboutItem(run.node, error, row.itemIndex);
		if (hasSent(row)) own.context.outcome = 'unknown';
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
	const parameters = new RunParameters(context, account, fieldsByName(operation));
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
		keys: new Keys(context, rehearsal === undefined, account),
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
	const hasDoubts = rows.some((row) => outcomeOf(operation, row) === 'unknown');
	if (isTool) return operation.effect === 'send' || hasDoubts;
	// n8n also runs a node again if the first output item has an `error`, which a raw reply may have.
	return node.retryOnFail === true && first?.json.error !== undefined;
}
