import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Message, Messages, SendSettings } from '../../gateway/messages';
import type { GatewayTree, ReplyTree } from '../../gateway/tree';
import type { Waiting } from '../answers/question';
import type { GatewayReply } from '../connection/call';
import type { Guard, Guarded } from './agent/guard';
import type { ToolUse } from './agent/toolUse';
import type { Within } from '../texts/sendingHours';
import type { Parameters } from './parameters/parameters';

/**
 * One operation of the gateway: its texts and fields, what it reads, and its output. It is data and functions without I/O. The
 * drop-downs, display options, router and documentation are made from it.
 */
export type Operation = SomeCall | SendOperation;

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
	/** A sentence for the user, shown once, about a run of at least so many input items; `unless` the node has one of these options. */
	advice?: { fromItems: number; text: string; unless?: readonly string[] };
	/** How many requests run at the same time by default, for writes and sends; 1 when left out. */
	concurrentRequests?: number;
	/**
	 * The fields of a reply that the simplified output reads, besides status, text and errors. All other fields are returned
	 * under `other`. `all` where the output returns whole records.
	 */
	replyFields?: readonly string[] | 'all';
}

/** What an operation that sends reads from an item. */
export interface Sending {
	message: Message;
	settings: SendSettings;
	within?: Within | undefined;
	/** Milliseconds to wait for delivery. */
	deliveryLimit?: number;
	/** The answer to wait for after the question was sent. */
	waiting?: Waiting;
}

/**
 * Sends texts, calls, questions or codes: an item adds one for each recipient. Root, body, IDs, rehearsal and retries are the
 * same for all (see `sends/`). A request is repeated only while the gateway cannot have seen it.
 */
export interface SendOperation<Value extends Sending = Sending> extends Shown {
	kind: 'send';
	effect: 'send';
	guard: Guard<Value>;
	/**
	 * Turns the parameters of an input item into one checked value, which everything else works with. Raises a
	 * NodeOperationError for what the gateway does not accept, and an Oddity for an item to skip.
	 */
	read(parameters: Parameters): Value;
	/** How many messages share a request (specification, bulk); one request for each item when left out. */
	limit?: number;
	/** Whether texts to the same number are compared with each other. */
	comparesTexts?: true;
	/** Whether it asks a question, and the node waits for the answer. */
	asks?: true;
	/** Items come from strangers: none keeps another from being carried out, and what is odd about one alone is skipped. */
	answersStrangers?: true;
	/**
	 * The simplified output of each message.
	 * @param at when they were accepted (milliseconds since 1970)
	 */
	outputs(
		reply: GatewayReply,
		messages: Messages,
		settings: SendSettings,
		at: number,
	): IDataObject[];
	/** A sentence for the user about a success that needs attention. */
	warning?(reply: GatewayReply, messages: Messages): string | undefined;
	/** Secrets in a message or the reply to it, masked in texts, errors and raw output. */
	secrets?(message: Value['message'], reply?: ReplyTree): string[];
}

/** The entries of a request; there is always one. */
export type Entries<Entry> = readonly [Entry, ...Entry[]];

/**
 * Reads, or changes the account. A request with the effect `read` may be repeated; `write`, and `send` for a raw request that may
 * do anything, only while the gateway cannot have seen it.
 */
export type CallOperation<
	Value extends object = object,
	Entry = Value,
	Settings = unknown,
> = Shown &
	Guarded<Value> &
	Gathering<Value, Entry, Settings> & {
		kind?: undefined;
		asks?: undefined;
		answersStrangers?: undefined;
		/** See `SendOperation`. */
		read(parameters: Parameters): Value;
		/** Name of the root element, which may depend on the entries. */
		root: string | { of(entries: Entries<Entry>): string }['of'];
		/** The body below the root element, without `user`. Left out where it is the only entry itself. */
		body?(entries: Entries<Entry>, settings: Settings): GatewayTree;
		/** How many people a raw request messages. A contact list counts as one. */
		messages?(value: Value): number;
		comparesTexts?: undefined;
		/** The entry that goes out in a rehearsal, where it is about a phone. */
		rehearsed?(entry: Entry, phone: string): Entry;
		/** The simplified output of every entry, in their order. Without it the reply always comes out untouched. */
		outputs?(
			reply: GatewayReply,
			entries: Entries<Entry>,
			settings: Settings,
		): Array<IDataObject | IDataObject[]>;
		/** Merges the outputs of several requests for one item, e.g. without duplicates. */
		merge?(outputs: IDataObject[][], value: Value): IDataObject[];
		/** See `SendOperation`. */
		warning?(reply: GatewayReply, entries: Entries<Entry>): string | undefined;
		/** See `SendOperation`. */
		secrets?(entry: Entry, reply?: ReplyTree): string[];
	};

/** Any call, for what knows none of them. */
export type SomeCall = CallOperation<object, unknown>;

/** How the entries of a run are gathered into requests. */
interface Gathering<Value, Entry, Settings> {
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
}

export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}
