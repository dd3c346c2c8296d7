import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Effect } from '../../gateway/replies/status';
import type { Message, SendSettings } from '../../gateway/texts/messages';
import type { GatewayTree, ReplyTree } from '../../gateway/values/tree';
import type { Waiting } from '../answers/question';
import type { GatewayReply } from '../../gateway/replies/answer';
import { SEND_REPLY } from '../output/replies';
import type { Within } from '../texts/sendingHours';
import type { Option } from './parameters/option';
import type { Parameters } from './parameters/parameters';

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
	/** See `Exchange`. */
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

/** An operation as panels, options and documentation see it. */
export interface Operation extends Shown {
	effect: Effect;
	/** Whether there is a simplified output. */
	isSimplified: boolean;
	/** Whether it texts or calls the numbers of an item, and says what became of each. */
	isSend: boolean;
	/** The root element of a call, if it is always the same. */
	root?: string | undefined;
	/** How it is carried out. */
	own: Call | Send;
}

export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}

/** The entries of a request; at least one. */
export type Entries<Entry> = readonly [Entry, ...Entry[]];

/** How entries become a request, and its reply the output of each. */
export interface Exchange<Entry = unknown, Settings = unknown> {
	/** The root element's name, and the body below it, without `user`. */
	content(entries: Entries<Entry>, settings: Settings): { root: string; body: () => GatewayTree };
	/**
	 * The simplified output of each entry; without it, the raw reply is the output.
	 * @param at when the service accepted it (milliseconds since 1970)
	 */
	outputs?(
		reply: GatewayReply,
		entries: Entries<Entry>,
		settings: Settings,
		at: number,
	): Array<IDataObject | IDataObject[]>;
	/** A warning about a success that needs attention, as a sentence. */
	warning?(reply: GatewayReply, entries: Entries<Entry>): string | undefined;
	/** Secrets of an entry or its reply. We mask them in texts, errors and raw output. */
	secrets?(entry: Entry, reply?: ReplyTree): string[];
	/** The external IDs of a send, to look it up. */
	externalIds?(entries: readonly Entry[]): string[];
	/** The highest total weight of a request (specification, Limits); default: one request per item. */
	limit?: number;
	/** What an entry counts against `limit`; default 1. */
	weight?(entry: Entry): number;
	/** Entries with the same key share a request, even beyond `limit`. */
	together?(entry: Entry): string;
	/** Entries with other keys never share a request. */
	apart?(entry: Entry): string;
}

/** An operation that reads or changes the account, as data and functions without I/O. Only a `read` is repeated by itself. */
export interface Call<Value extends object = object, Entry = unknown, Settings = unknown>
	extends Shown, Omit<Exchange<Entry, Settings>, 'content' | 'externalIds' | 'apart'> {
	effect: Effect;
	/**
	 * Turns an item's parameters into one checked value. Throws a NodeOperationError for what the gateway would refuse.
	 */
	read(parameters: Parameters): Value;
	/** The root element's name, which may depend on the entries. */
	root: string | { of(entries: Entries<Entry>): string }['of'];
	/** The body below the root element, without `user`; default: the only entry itself. */
	body?(entries: Entries<Entry>, settings: Settings): GatewayTree;
	/** The entries of a value: several if it exceeds a limit; default: the value itself. */
	entries?(value: Value): Entry[];
	/** The part of a request that its entries share. Different settings mean different requests. */
	settings?(value: Value, entry: Entry): Settings;
	/** How many people a raw request texts. A contact list counts as one. */
	messages?(value: Value): number;
	/** Merges the outputs of an item's requests, for example to remove duplicates. */
	merge?(outputs: IDataObject[][], value: Value): IDataObject[];
}

/**
 * An operation that sends texts, calls, questions or codes: one per recipient of an item. A request that sends is never repeated
 * by itself.
 */
export interface Send
	extends Shown, Pick<Exchange<Message, SendSettings>, 'outputs' | 'warning' | 'secrets'> {
	/**
	 * Turns an item's parameters into one checked value, from which all later stages work. Throws a NodeOperationError for what
	 * the gateway would refuse.
	 */
	read(parameters: Parameters): Sending;
}

/** What an item sends, how, and when. */
export interface Sending {
	message: Message;
	settings: SendSettings;
	/** When it may go out. */
	within?: Within | undefined;
	waiting?: Waiting;
}

/** Makes an operation of a call. */
export function call<Value extends object, Entry = Value, Settings = undefined>(
	own: Call<Value, Entry, Settings>,
): Operation {
	const { root, outputs } = own;
	return {
		...own,
		root: typeof root === 'string' ? root : undefined,
		isSimplified: outputs !== undefined,
		isSend: false,
		own,
	};
}

/** Makes an operation that sends. */
export const send = (own: Send): Operation => ({
	...{ replyFields: SEND_REPLY, effect: 'send', isSimplified: true, isSend: true },
	...own,
	own,
});
