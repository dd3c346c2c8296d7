import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isHumanReview } from '../../answers/question';
import { rehearsalHint } from '../../sending/rehearsal';
import type { Account } from '../../shared/account';
import { accountOf } from '../../shared/account';
import { forErrorOutput } from '../../shared/nodeError';
import { rehearsalPhone } from '../../shared/rehearsal';
import { startWait } from '../../waiting/startWait';
import { allFieldsOf } from '../describe';
import { waitForDeliveryOption } from '../options/waiting';
import { resources } from '../operations';
import { RunParameters } from '../parameters/runParameters';
import { Fates } from './fates';
import { tellFigures } from './figures';
import type { Item } from './item';
import { readItems } from './items';
import { Journal } from './journal';
import { Keys } from './keys';
import { outputOf } from './outputs';
import type { Run } from './run';
import type { Ending } from './stages';
import { kindOf, STAGES } from './stages';
import { withProgress } from './stopping';
import { toolOutput } from './toolOutput';

/** Runs the chosen operation on the input items. */
export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const { run, parameters, journal } = await begin(context);
	adviseOn(run);
	let ending: Ending | void;
	try {
		const items = await readItems(run, parameters, journal);
		ending = await STAGES[kindOf(run.operation)](run, items);
	} catch (error) {
		journal.keep(run);
		throw withProgress(run, error);
	}
	return await returnOutput(run, journal, ending);
}

function adviseOn({ context, operation, items, rehearsal }: Run): void {
	const hint = (message: string, type: 'info' | 'warning') =>
		context.addExecutionHints({ message, type, location: 'outputPane' });
	const { fromItems = Infinity, text = '' } = operation.advice ?? {};
	if (items.length >= fromItems) hint(text, 'info');
	if (rehearsal !== undefined && operation.effect === 'send') {
		hint(rehearsalHint(rehearsal), 'warning');
	}
}

async function begin(
	context: IExecuteFunctions,
): Promise<{ run: Run; parameters: RunParameters; journal: Journal }> {
	const { resource, operation } = chosenOperation(context);
	const account = await accountOf(context).catch(() => undefined);
	const rehearsal = account?.rehearsalPhone ? rehearsalOf(account) : undefined;
	const parameters = new RunParameters(context, account, () => allFieldsOf(operation));
	const { node, isTool, withoutExecution } = parameters;
	const isKept = operation.effect !== 'read' && !withoutExecution;
	const journal = new Journal(context, isKept, isTool, rehearsal !== undefined);
	const { began = parameters.now, runId = parameters.runId } = journal.firstTry ?? {};
	Object.assign(parameters, { now: began, runId });
	const run: Run = {
		context,
		node,
		resource,
		operation,
		account,
		began,
		runId,
		rehearsal,
		isTool,
		withoutExecution,
		// A model gets a raised error without its description, or not at all with agents before version 3.
		// In human review, `withReview` tells the model of a failure, whatever the user has set.
		goesOn:
			(context.continueOnFail() && !isHumanReview(node)) ||
			(isTool && node.onError !== 'stopWorkflow'),
		waitsForDelivery:
			!isTool &&
			parameters.hasOption(waitForDeliveryOption.name) &&
			operation.options?.includes(waitForDeliveryOption) === true,
		items: new Array<Item | undefined>(parameters.itemCount).fill(undefined),
		given: (field, itemIndex) => parameters.value(field, itemIndex),
		fates: new Fates(),
		keys: new Keys(context, rehearsal === undefined),
	};
	return { run, parameters, journal };
}

/** Undefined for an invalid phone: the request of each item then raises the error. */
function rehearsalOf(account: Account): string | undefined {
	try {
		return rehearsalPhone(account);
	} catch {
		return undefined;
	}
}

const OPERATIONS = new Map(
	resources.flatMap(({ value: resource, operations }) =>
		operations.map((operation) => [`${resource} ${operation.value}`, operation] as const),
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

/** Returns the output of the run: at once, or after the wait for a delivery or an answer. */
async function returnOutput(
	run: Run,
	journal: Journal,
	ending: Ending | void,
): Promise<INodeExecutionData[]> {
	const { context, node, operation } = run;
	const output = outputOf(run);
	if (operation.message) tellFigures(run);
	if (mayRunAgain(run, output)) journal.keep(run);
	else journal.delete();
	const watch = await ending?.(output);
	if (run.isTool && !watch) return toolOutput(output, run);
	if (node.onError === 'continueErrorOutput') {
		for (const item of watch?.items ?? output) item.json = forErrorOutput(item.json);
	}
	if (watch) return await startWait(context, watch, () => journal.keep(run));
	return output;
}

function mayRunAgain(
	{ isTool, operation, node, fates }: Run,
	[first]: INodeExecutionData[],
): boolean {
	if (isTool) return operation.effect === 'send' || fates.hasDoubts;
	// n8n runs a node again when the first item of its output has an `error`, as a raw reply may have, too.
	return node.retryOnFail === true && first?.json.error !== undefined;
}
