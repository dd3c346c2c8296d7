import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Effect } from '../../gateway/replies/status';
import type { Option } from './parameters/option';
import type { Parameters } from './parameters/parameters';
import type { Part } from './run/fate';
import type { Row } from './run/row';
import type { Run } from './run/run';
import type { Sending } from './sends/sending';
import type { SmsReplies } from './sends/smsReplies';

/** What an operation shows. The drop-downs, display options, router and documentation come from it. */
export interface Shown {
	/** Title Case, for the Operation drop-down. */
	name: string;
	value: string;
	/** Sentence case with its object, for the node list: `Send SMS`. */
	action: string;
	description: string;
	/** A hint for n8n's AI workflow builder, if the fields do not say it. */
	builderHint?: string;
	/** The operation as an agent's tool; `undefined` if n8n itself makes a tool of the operation. */
	tool: ToolUse | undefined;
	/** In the order shown. `describe` adds the display options. */
	fields: INodeProperties[];
	options?: Option[];
	/** A reseller cannot run it for a sub-account. */
	ownAccountOnly?: true;
	/** A sentence shown once for a run of at least `fromItems` items; `unless` the node has one of these options. */
	advice?: { fromItems: number; text: string; unless?: readonly string[] };
	/** Default number of concurrent requests for writes and sends; 1 if left out. */
	concurrentRequests?: number;
	/**
	 * The fields of a reply that the simplified output reads, besides status, text and errors. The output returns all others
	 * under `other`. `all` if the output returns whole records.
	 */
	replyFields?: readonly string[] | 'all';
	/** The highest total weight of a request (specification, Limits); default: one request per item. */
	limit?: number;
	/** Whether to find duplicates among the run's texts. */
	comparesTexts?: true;
	/** Whether it asks a question and waits for the answer. */
	asks?: true;
}

/** How an operation is described to a model, and which parts of the output the model gets. */
export interface ToolUse {
	/** When to call it, in sentences. */
	use: string;
	/** The costs or effects of a call, in sentences; default: the text for the operation's effect. */
	costs?: string;
	/** The output; continues a sentence that starts with "Returns". */
	returns: string;
	/** Fields of the output that a model does not need. */
	omit?: readonly string[];
}

/** One operation of the service. `call` (`calls/`) and `send` (`sends/`) make it from texts, fields, request and output. */
export interface Operation extends Shown {
	effect: Effect;
	/** Whether there is a simplified output. */
	isSimplified: boolean;
	/** Whether it texts or calls the numbers of an item, and says what became of each. */
	isSend: boolean;
	/** The root element of a call, if it is always the same. */
	root?: string;
	/** Reads and checks an item's parameters. Throws a NodeOperationError for what the gateway would refuse. */
	read(
		row: Row,
		parameters: Parameters,
		onBehalfOf: string | undefined,
	): { parts: Part[]; sending?: Sending };
	/** Makes the requests for all open parts, and gives them their fates. */
	carryOut(run: Run, replies?: SmsReplies): Promise<void>;
	/** The output of an item that has not failed. */
	output(run: Run, row: Row): INodeExecutionData[];
	/** How many messages these parts of an item are. */
	messages(row: Row, parts: readonly Part[]): number;
}

export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}
