import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Message } from '../../gateway/messages';
import type { GatewayTree, ReplyTree } from '../../gateway/tree';
import type { Waiting } from '../answers/question';
import type { GatewayReply } from '../shared/call';
import type { Guarded } from './agent/guard';
import type { ToolUse } from './agent/toolUse';
import type { Parameters } from './parameters/parameters';

/**
 * One operation of the gateway: its texts and fields, its requests and its output. It is data and functions without I/O. The
 * drop-downs, display options, router and documentation are made from it. A request with the effect `read` may be retried;
 * `write` and `send` only while the gateway cannot have seen it.
 */
export type Operation<Value extends object = object, Entry = Value, Settings = unknown> = Shown &
	Guarded<Value> &
	Reading<Value> &
	Requests<Value, Entry, Settings> &
	Replies<Value, Entry, Settings>;

export interface Shown {
	/** Title Case, shown in the Operation drop-down. */
	name: string;
	value: string;
	/** Sentence case with its object, shown in the node list, e.g. `Send SMS`. */
	action: string;
	description: string;
	/** The hint for n8n's AI workflow builder. Only where the fields do not say it. */
	builderHint?: string;
	/** The operation as a tool of an agent; `undefined` where n8n itself turns the operation into a tool. */
	tool: ToolUse | undefined;
	/** Shown in this order. `describe` adds the display options. */
	fields: INodeProperties[];
	/** Offered under "Options". */
	options?: INodeProperties[];
	/** A reseller cannot run this for a sub-account. */
	ownAccountOnly?: true;
	/** A sentence for the user, shown once, about a run of at least so many input items. */
	advice?: { fromItems: number; text: string };
}

interface Reading<Value> {
	/**
	 * Turns the parameters of an input item into one checked value, which everything else works with. The `when` of a send says
	 * when the message goes out (see `SendTime`). Raises a NodeOperationError for what the gateway does not accept, and
	 * an Oddity for an item to skip.
	 */
	read(parameters: Parameters): Value;
	/** The message of a send, which goes out as a text for each recipient. Raw requests have none. */
	message?(value: Value): Message;
	/** How many people a call messages, where that is not told by `message`. A contact list counts as one. */
	messages?(value: Value): number;
	/**
	 * Items come from strangers, and no item keeps another from being carried out: all are tried before an error stops the run.
	 * What is odd about one stranger alone is skipped.
	 */
	standsAlone?: true;
	/** Whether texts to the same number are compared with each other. */
	comparesTexts?: true;
	/** How long to wait for the delivery of a send (milliseconds), and when it is scheduled (milliseconds since 1970). */
	delivery?(value: Value): { limit?: number; at?: number };
	/** The answer to wait for after the question was sent. */
	waiting?(value: Value): Waiting;
}

/** The entries of a request; there is always one. */
export type Entries<Entry> = readonly [Entry, ...Entry[]];

interface Requests<Value, Entry, Settings> {
	/** Name of the root element, which may depend on the entries. */
	root: string | { of(entries: Entries<Entry>): string }['of'];
	/** The highest total `weight` of one request (specification, Limits). Left out: one request for each item. */
	limit?: number;
	/** The entries that one value adds to requests: several where it exceeds a limit. Left out where it is the value itself. */
	entries?(value: Value): Entry[];
	/** Counts against `limit`; 1 when left out. */
	weight?(entry: Entry): number;
	/** Entries with the same key go into one request even beyond `limit`. */
	together?(entry: Entry): string;
	/** The part of a request that all its entries share. Entries with different settings go into different requests. */
	settings?(value: Value, entry: Entry): Settings;
	/** The body below the root element, without `user`. Left out where it is the only entry itself. */
	body?(entries: Entries<Entry>, settings: Settings): GatewayTree;
	/** How many requests run at the same time by default, for writes and sends; 1 when left out. */
	concurrentRequests?: number;
	/** The external IDs in an entry, so that a send of unknown outcome can be looked up. */
	externalIds?(entry: Entry): string[];
	/** The entry for a second try, where the gateway refuses a request of one entry, and may accept it in another spelling. */
	respelled?(status: number, entry: Entry): Entry | undefined;
	/** The entry that goes out in a rehearsal, where it is no message. */
	rehearsed?(entry: Entry, phone: string): Entry;
}

interface Replies<Value, Entry, Settings> {
	/**
	 * The fields of a reply that the simplified output reads, besides status, text and errors. All other fields are returned
	 * under `other`. `all` where the output returns whole records.
	 */
	replyFields?: readonly string[] | 'all';
	/** The simplified output of every entry, in their order. Without it the reply always comes out untouched. */
	outputs?(
		reply: GatewayReply,
		entries: Entries<Entry>,
		settings: Settings,
	): Array<IDataObject | IDataObject[]>;
	/** Merges the outputs of several requests for one item, e.g. without duplicates. */
	merge?(outputs: IDataObject[][], value: Value): IDataObject[];
	/** A sentence for the user about a success that needs attention. */
	warning?(reply: GatewayReply, entries: Entries<Entry>): string | undefined;
	/** What a refusal with this status means for the operation, in a sentence that comes before the general ones. */
	about?(status: number, entry: Entry): string | undefined;
	/**
	 * Secrets in a request or its reply, refusals included. They are masked in texts, errors and raw output.
	 */
	secrets?(entry: Entry, reply?: ReplyTree): string[];
}

/** Any operation, for what knows none of them. */
export type SomeOperation = Operation<object, unknown>;

export interface Resource {
	name: string;
	value: string;
	operations: SomeOperation[];
}
