import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Effect } from '../../gateway/replies/status';
import type { Message, Messages, SendSettings } from '../../gateway/texts/messages';
import type { GatewayTree, ReplyTree } from '../../gateway/values/tree';
import type { Waiting } from '../answers/question';
import type { GatewayReply } from '../connection/call';
import type { ToolUse } from './agent/toolUse';
import type { Within } from '../texts/sendingHours';
import type { Option } from './parameters/option';
import type { Parameters } from './parameters/parameters';

/**
 * One operation of the service: texts, fields, request and output, as data and functions without I/O. The drop-downs, display
 * options, router and documentation come from it.
 */
export type Operation = SomeCall | SendOperation;

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
}

export interface Sending {
	message: Message;
	settings: SendSettings;
	within?: Within | undefined;
	waiting?: Waiting;
}

/**
 * An operation that sends texts, calls, questions or codes: one per recipient of an item. The folder `sends/` handles root,
 * body, IDs, rehearsal and retries for all of them. A request that sends is never repeated by itself.
 */
export interface SendOperation<Value extends Sending = Sending> extends Shown {
	kind: 'send';
	effect: 'send';
	/**
	 * Turns an item's parameters into one checked value, from which all later stages work. Throws a NodeOperationError for what
	 * the gateway would refuse.
	 */
	read(parameters: Parameters): Value;
	/** Messages per request (specification, bulk); default: one request per item. */
	limit?: number;
	/** Whether to find duplicates among the run's texts. */
	comparesTexts?: true;
	/** Whether it asks a question and waits for the answer. */
	asks?: true;
	/**
	 * The simplified output, one per message.
	 * @param at when they were accepted (milliseconds since 1970)
	 */
	outputs(
		reply: GatewayReply,
		messages: Messages,
		settings: SendSettings,
		at: number,
	): IDataObject[];
	/** A warning about a success that needs attention, as a sentence. */
	warning?(reply: GatewayReply, messages: Messages): string | undefined;
	/** Secrets of a message or its reply. We mask them in texts, errors and raw output. */
	secrets?(message: Value['message'], reply?: ReplyTree): string[];
}

/** The entries of a request; at least one. */
export type Entries<Entry> = readonly [Entry, ...Entry[]];

/**
 * An operation that reads or changes the account. Only a `read` is repeated by itself.
 */
export type CallOperation<
	Value extends object = object,
	Entry = Value,
	Settings = unknown,
> = Shown &
	Gathering<Value, Entry, Settings> & {
		effect: Effect;
		kind?: undefined;
		asks?: undefined;
		/** See `SendOperation`. */
		read(parameters: Parameters): Value;
		/** The root element's name, which may depend on the entries. */
		root: string | { of(entries: Entries<Entry>): string }['of'];
		/** The body below the root element, without `user`; default: the only entry itself. */
		body?(entries: Entries<Entry>, settings: Settings): GatewayTree;
		/** How many people a raw request texts. A contact list counts as one. */
		messages?(value: Value): number;
		comparesTexts?: undefined;
		/** The simplified output, one per entry; without it, the raw reply is the output. */
		outputs?(
			reply: GatewayReply,
			entries: Entries<Entry>,
			settings: Settings,
		): Array<IDataObject | IDataObject[]>;
		/** Merges the outputs of an item's requests, for example to remove duplicates. */
		merge?(outputs: IDataObject[][], value: Value): IDataObject[];
		/** See `SendOperation`. */
		warning?(reply: GatewayReply, entries: Entries<Entry>): string | undefined;
		/** See `SendOperation`. */
		secrets?(entry: Entry, reply?: ReplyTree): string[];
	};

/** Any call, for code that works with all of them. */
export type SomeCall = CallOperation<object, unknown>;

interface Gathering<Value, Entry, Settings> {
	/** The highest total `weight` of a request (specification, Limits); default: one request per item. */
	limit?: number;
	/** The entries of a value: several if it exceeds a limit; default: the value itself. */
	entries?(value: Value): Entry[];
	/** What an entry counts against `limit`; default 1. */
	weight?(entry: Entry): number;
	/** Entries with the same key share a request, even beyond `limit`. */
	together?(entry: Entry): string;
	/** The part of a request that its entries share. Different settings mean different requests. */
	settings?(value: Value, entry: Entry): Settings;
}

export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}
