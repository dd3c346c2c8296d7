import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { GatewayTree, ReplyTree } from '../../gateway/tree';
import type { Guarded } from './agent/guard';
import type { ToolUse } from './agent/toolText';
import type { Waiting } from '../answers/question';
import type { Outgoing } from './fields/outgoing';
import type { Phone } from './fields/recipients';
import type { Parameters } from './parameters';
import type { GatewayReply } from '../shared/request';

/**
 * One operation of the gateway: what the user sees of it, and what the request and the output hold. Data, and functions
 * without I/O; the drop-downs, display options, router and documentation are made from it.
 */
export type Operation = ItemOperation | BatchOperation;

/** Makes one request for each input item. */
export type ItemOperation<Body extends GatewayTree = GatewayTree> = OperationBase &
	OneRequestPerItem<Body>;

/** Makes one request for many input items. */
export type BatchOperation<Entry = unknown, Settings = unknown> = OperationBase &
	OneRequestForMany<Entry, Settings>;

/** `read` may be repeated, `write` and `send` only while the gateway cannot have seen the request. */
type OperationBase = Shown & Guarded;

interface Shown {
	/** Title Case, shown in the Operation drop-down. */
	name: string;
	value: string;
	/** Sentence case with its object, shown in the node list, e.g. `Send SMS`. */
	action: string;
	description: string;
	/** What n8n's AI workflow builder is told. Made of `tool` when left out. */
	builderHint?: string;
	/** For where the node is a tool of an agent; `undefined` where n8n makes a tool of its own of the operation. */
	tool: ToolUse | undefined;
	/** Shown in this order; display options are added by the assembler. */
	fields: INodeProperties[];
	/** Offered under "Options". */
	options?: INodeProperties[];
	/** A reseller cannot do this in the name of a sub-account. */
	ownAccountOnly?: true;
	/**
	 * The fields of a reply that the simplified output reads, beside status, text and errors: what else there is comes out
	 * under `other`. `all` where it puts out whatever there is, as whole records.
	 */
	replyFields?: readonly string[] | 'all';
	/** A sentence for the user about a reply, or about the external ids of its request, that is a success and needs attention. */
	warning?(reply: GatewayReply, externalIds?: string[]): string | undefined;
	/** What comes out of an item that is not to be sent (now), although nothing is wrong with it. */
	heldBack?(parameters: Parameters): IDataObject | undefined;
	/** A sentence for the user, shown once, about so many input items. */
	advice?(items: number): string | undefined;
}

interface OneRequestPerItem<Body extends GatewayTree> {
	/** Name of the root element that selects the operation at the gateway. */
	root: string | ((parameters: Parameters) => string);
	/** The body below the root element, without `user`. Raises a NodeOperationError for what the gateway does not accept. */
	body(parameters: Parameters): Body;
	/** The simplified output. Without it the reply always comes out untouched. */
	output?(reply: GatewayReply, body: Body, parameters: Parameters): IDataObject | IDataObject[];
	/** For sends: what a body brings to people, and the body with fewer numbers; see `OneRequestForMany`. */
	goesOut?(body: Body): Outgoing;
	withPhones?(body: Body, phones: Phone[]): Body | undefined;
	/** The external ids in a body, so that a send of unknown outcome can be looked up. */
	externalIds?(body: Body): string[];
	/** Secrets in a request or its reply, also in a refusal: masked in texts, errors and raw output. */
	secrets?(body: Body, reply: ReplyTree | undefined, parameters: Parameters): string[];
	/** How many requests may run at the same time unless the user says otherwise, where it is not one after the other. */
	concurrentRequests?: number;
	/** What to wait for when the output has the outcome `waiting`. */
	waiting?(parameters: Parameters): Waiting;
}

interface OneRequestForMany<Entry, Settings> {
	/** Name of the root element that selects the operation at the gateway. */
	root: string;
	/** The root element when it depends on what is sent. */
	rootFor?(entries: Entry[]): string;
	/** How much of what `weight` counts goes into one request (specification, Limits). */
	limit: number;
	/**
	 * What one input item adds to requests, split into several entries where it exceeds a limit of the gateway. Raises a
	 * NodeOperationError for what the gateway does not accept.
	 */
	entries(parameters: Parameters): Entry[];
	/** Counts against `limit`; 1 when left out. */
	weight?(entry: Entry): number;
	/** Entries with the same key go into one request even beyond `limit`. */
	together?(entry: Entry): string;
	/** What a request says once for all its entries. Entries that differ in it go into different requests. */
	settings?(parameters: Parameters, entry: Entry): Settings;
	/**
	 * The settings of one of many entries of a run that goes out in steps.
	 *
	 * @param position which of the entries it is, from 0 on
	 */
	inStep?(settings: Settings, parameters: Parameters, position: number, count: number): Settings;
	batchBody(entries: Entry[], settings: Settings): GatewayTree;
	/** The simplified output of every entry, in their order. Without it the reply always comes out untouched. */
	outputs?(
		reply: GatewayReply,
		entries: Entry[],
		settings: Settings,
	): Array<IDataObject | IDataObject[]>;
	/**
	 * Statuses with which the gateway refuses a whole request because of one entry. With "Continue on fail" its halves are
	 * then tried alone; only for requests that may be repeated without harm.
	 */
	refusedForOne?: readonly number[];
	/**
	 * What to write, where the request only reads what is there. Raises an InputError for what must not be written; the
	 * outputs are those of the plan.
	 *
	 * @param isComplete whether no input item was refused
	 */
	plan?(reply: GatewayReply, entries: Entry[], settings: Settings, isComplete: boolean): Plan;

	/** For sends: what an entry brings to people. */
	goesOut?(entry: Entry, settings: Settings): Outgoing;
	/** The entry with fewer numbers, where a number is to get the same text once; `undefined` when it needs one. */
	withPhones?(entry: Entry, phones: Phone[]): Entry | undefined;
	/** Merges the outputs that several requests gave for an item, e.g. without repeats. */
	merge?(outputs: IDataObject[][], parameters: Parameters): IDataObject[];
	entryExternalIds?(entry: Entry): string[];
	/** Batches are checked by the test address first, unless the user switches that off. */
	checksFirst?: true;
	/** Whether what is wrong with one entry is wrong with another one too, such as their sender. */
	sharesFault?(status: number, culprit: Entry, other: Entry): boolean;
	/** Like `secrets` of an operation for one item. */
	batchSecrets?(entries: Entry[], reply: ReplyTree | undefined): string[];
}

/** The requests that make what is there what it is to be, carried out one after the other. */
export interface Plan {
	requests: Array<{ root: string; body: GatewayTree }>;
	/**
	 * What comes out for all input items together.
	 * @param replies to the requests; empty for one that was not made
	 */
	output(replies: ReplyTree[]): IDataObject;
	/** What may be missing, as it was, when the request after so many fails: what was taken away to be put back changed. */
	offList(done: number): IDataObject[];
}

/** Whether there is a choice between the reply of the gateway and something made of it. */
export const hasSimpleOutput = (operation: Operation): boolean =>
	'entries' in operation ? operation.outputs !== undefined : operation.output !== undefined;

export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}
