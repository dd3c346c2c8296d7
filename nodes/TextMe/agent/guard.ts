import type { IDisplayOptions } from 'n8n-workflow';

/** Whether a model needs permission for an operation that changes the account or reaches people. */
export type Guard<Value = never> = NeedsPermission<Value> | NeedsNone;

interface NeedsPermission<Value> {
	/** What the permission allows; continues "Let AI Models", in Title Case. */
	lets: string;
	/** Why a person must allow the operation in the node; continues a sentence after "because". */
	because: string;
	/** When the editor shows the permission; default: always. */
	shownFor?: NonNullable<IDisplayOptions['show']>;
	/**
	 * Set this if `shownFor` names an option. An option can only show or hide other options, so the permission becomes an option
	 * too.
	 */
	isOption?: true;
	/** Whether this call needs the permission; default: every call. */
	concerns?(value: Value): boolean;
}

interface NeedsNone {
	/** Why a model needs no permission. For readers of the code only. */
	harmless: string;
}

/**
 * Every operation that changes or sends something must say whether a model needs permission. An operation that sends must also
 * say how many messages. An operation that reads may have a guard for data that a model must not see.
 */
export type Guarded<Value> =
	| { effect: 'read'; guard?: NeedsPermission<Value> }
	| { effect: 'write'; guard: Guard<Value> }
	| { effect: 'send'; guard: Guard<Value>; messages(value: Value): number };
