import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ListedContact } from '../../gateway/contacts';
import type { GatewayTree, ReplyTree } from '../../gateway/tree';
import type { Waiting } from '../answers/question';
import type { GatewayReply } from '../shared/request';
import type { Guarded } from './agent/permission';
import type { ToolUse } from './agent/tool';
import type { Outgoing } from './options/message';
import type { Recipients } from './options/recipients';
import type { Parameters } from './parameters';

/**
 * One operation of the gateway: its texts and fields, its request and its output. It is data and functions without I/O. The
 * drop-downs, display options, router and documentation are made from it.
 */
export type Operation = ItemOperation | BatchOperation<object, unknown>;

/** Makes one request for each input item. */
export type ItemOperation<Value extends object = object> = OperationBase<Value> &
	OneRequestPerItem<Value>;

/** Makes one request for many input items. */
export type BatchOperation<
	Value extends object = object,
	Entry = Value,
	Settings = unknown,
	Figures = unknown,
> = OperationBase<Value> & OneRequestForMany<Value, Entry, Settings, Figures>;

/** A request with the effect `read` may be retried; `write` and `send` only while the gateway cannot have seen it. */
type OperationBase<Value> = Shown & Guarded<Value> & Reading<Value>;

export interface Shown {
	/** Title Case, shown in the Operation drop-down. */
	name: string;
	value: string;
	/** Sentence case with its object, shown in the node list, e.g. `Send SMS`. */
	action: string;
	description: string;
	/** The hint for n8n's AI workflow builder. Made from `tool` when left out. */
	builderHint?: string;
	/** The operation as a tool of an agent; `undefined` where n8n itself turns the operation into a tool. */
	tool: ToolUse | undefined;
	/** Shown in this order. `describe` adds the display options. */
	fields: INodeProperties[];
	/** Offered under "Options". */
	options?: INodeProperties[];
	/** A reseller cannot run this for a sub-account. */
	ownAccountOnly?: true;
	/**
	 * The fields of a reply that the simplified output reads, besides status, text and errors. All other fields are returned
	 * under `other`. `all` where the output returns whole records.
	 */
	replyFields?: readonly string[] | 'all';
	/** A sentence for the user, shown once, about a run of at least so many input items. */
	advice?: { fromItems: number; text: string };
}

interface Reading<Value> {
	/**
	 * Turns the parameters of an input item into one checked value, which everything else works with. The `when` of a send says
	 * when the message goes out (see `SendTime`). Raises a NodeOperationError for what the gateway does not accept.
	 */
	read(parameters: Parameters): Value;
	/** The output of a valid item with nothing to do; `undefined` for any other. */
	held?(value: Value): IDataObject | undefined;
	/** How long to wait for the delivery of a send (milliseconds), and when it is scheduled (milliseconds since 1970). */
	delivery?(value: Value): { limit?: number; at?: number };
	/** The answer to wait for when the output has the outcome `waiting`. */
	waiting?(value: Value): Waiting;
}

/** What an operation does with the entries of a request. */
interface OfEntry<Entry, Settings> {
	/** For sends: the texts and calls in an entry. */
	outgoing?(entry: Entry, settings: Settings): Outgoing;
	/** The entry for these recipients only, without duplicates. `undefined` when an entry needs a number and has none. */
	withRecipients?(entry: Entry, to: Recipients): Entry | undefined;
	/** For sends: the entry and the settings at another time (milliseconds since 1970). */
	atTime?(entry: Entry, settings: Settings, at: number): { entry: Entry; settings: Settings };
	/** A sentence for the user about a success that needs attention. */
	warning?(reply: GatewayReply, entries: Entry[]): string | undefined;
	/** The external IDs in an entry, so that a send of unknown outcome can be looked up. */
	externalIds?(entry: Entry): string[];
	/** What a refusal with this status means for the operation, in a sentence that comes before the general ones. */
	about?(status: number, entry: Entry): string | undefined;
	/**
	 * Secrets in a request or its reply, refusals included. They are masked in texts, errors and raw output.
	 * @param isCheck whether the gateway only checks the request
	 */
	secrets?(entry: Entry, reply: ReplyTree | undefined, isCheck: boolean): string[];
}

/** A name, or a function of the content. The type is that of a method, so that operations of any content fit in one list. */
type Root<Content> = string | { of(content: Content): string }['of'];

interface OneRequestPerItem<Value> extends OfEntry<Value, unknown> {
	/** Name of the root element that selects the operation at the gateway. */
	root: Root<Value>;
	/** The body below the root element, without `user`. Left out where it is the value itself. */
	body?(value: Value): GatewayTree;
	/** The simplified output. Without it the reply always comes out untouched. */
	output?(reply: GatewayReply, value: Value): IDataObject | IDataObject[];
	/** How many requests run at the same time by default, for writes and sends; 1 when left out. */
	concurrentRequests?: number;
}

interface OneRequestForMany<Value, Entry, Settings, Figures> extends OfEntry<Entry, Settings> {
	/** Name of the root element, which may depend on the entries. */
	root: Root<Entry[]>;
	/** The highest total `weight` of one request (specification, Limits). */
	limit: number;
	/** The entries that one value adds to requests: several where it exceeds a limit. Left out where it is the value itself. */
	entries?(value: Value): Entry[];
	/** Counts against `limit`; 1 when left out. */
	weight?(entry: Entry): number;
	/** Entries with the same key go into one request even beyond `limit`. */
	together?(entry: Entry): string;
	/** The part of a request that all its entries share. Entries with different settings go into different requests. */
	settings?(value: Value, entry: Entry): Settings;
	batchBody(entries: Entry[], settings: Settings): GatewayTree;
	/** The simplified output of every entry, in the order of the entries. Without it the reply always comes out untouched. */
	outputs?(
		reply: GatewayReply,
		entries: Entry[],
		settings: Settings,
	): Array<IDataObject | IDataObject[]>;
	/**
	 * Statuses with which the gateway refuses a whole request because of one entry. With "Continue on fail" each half of the
	 * request is then tried on its own. Only for requests that are safe to repeat.
	 */
	refusedForOne?: readonly number[];
	/**
	 * For an operation whose own request only reads: plans the requests that write, and makes the output. Raises an InputError
	 * for what must not be written.
	 */
	plan?(reply: GatewayReply, entries: Entry[], settings: Settings, known: Known): Plan<Figures>;
	/** Raises an InputError if the plans of a run go too far together. */
	checkPlans?(plans: Array<Plan<Figures>>): void;
	/** Merges the outputs of several requests for one item, e.g. without duplicates. */
	merge?(outputs: IDataObject[][], value: Value): IDataObject[];
	/** The test address checks batches first, unless the user switches that off. */
	checksFirst?: true;
	/** Whether the fault of `culprit`, such as its sender, is a fault of `other` too. */
	sharesFault?(status: number, culprit: Entry, other: Entry): boolean;
}

/** What a plan is made from, besides the reply and the input items. */
export interface Known {
	/** Whether no input item was refused. */
	isComplete: boolean;
	/** The contacts that an earlier, failed plan has left off the list. */
	leftOff: ListedContact[];
}

export interface PlannedRequest {
	root: string;
	body: GatewayTree;
}

/** The requests that turn the state at the gateway into the wanted one, carried out one after the other. */
export interface Plan<Figures = unknown> {
	/** How much changes. */
	figures: Figures;
	requests: PlannedRequest[];
	/**
	 * The output for all input items together.
	 * @param replies to the requests; empty when no request was made
	 * @param leftOff contacts that could not be put back
	 */
	output(replies: ReplyTree[], leftOff: ListedContact[]): IDataObject;
	/**
	 * The contacts that may be off the list after these replies: removed in order to change them, and not added again. The
	 * first request without a reply may have been carried out.
	 */
	offList(replies: ReplyTree[]): ListedContact[];
	/** The requests that put contacts back on the list with their old fields. */
	putBack(contacts: ListedContact[]): PlannedRequest[];
	/** The contacts that are not on the list after the reply to a request to put them back. */
	notBack(contacts: ListedContact[], replies: ReplyTree[]): ListedContact[];
}

/** Whether the operation has a simplified output besides the reply of the gateway. */
export const hasSimpleOutput = (operation: Operation): boolean =>
	'batchBody' in operation ? operation.outputs !== undefined : operation.output !== undefined;

export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}
