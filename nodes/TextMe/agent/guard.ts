import type { Parameters } from '../parameters';

/** Whether a model may do what changes the account or reaches people. */
export type Guard = NeedsPermission | NeedsNone;

interface NeedsPermission {
	/** Why a person has to allow it in the node; continues a sentence that ends before "because". */
	because: string;
	/** Which calls need it, when not all of them do. */
	concerns?(parameters: Parameters): boolean;
}

interface NeedsNone {
	/** Why a model may do it unasked, for whoever reads the code. */
	harmless: string;
}

/** How many people a call messages. A contact list, of which nobody knows how many are on it, counts as one. */
export type Messages = (parameters: Parameters) => number;

/** Makes the guard a part of every operation that does more than read. */
export type Guarded =
	| { effect: 'read'; guard?: undefined; messages?: undefined }
	| { effect: 'write'; guard: Guard; messages?: Messages }
	| { effect: 'send'; guard: Guard; messages: Messages };
