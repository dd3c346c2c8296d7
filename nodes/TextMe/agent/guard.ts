import type { IDisplayOptions } from 'n8n-workflow';

/** Whether a model needs permission for an operation that changes the account or reaches people. */
export type Guard<Value = never> = NeedsPermission<Value> | NeedsNone;

interface NeedsPermission<Value> {
	/** What a person lets models do; continues "Let AI Models", in Title Case. */
	lets: string;
	/** Why a person has to allow the operation in the node; continues a sentence after "because". */
	because: string;
	/** When the editor shows the permission; always when left out. */
	shownFor?: NonNullable<IDisplayOptions['show']>;
	/** Set if `shownFor` names an option: an option can only show or hide other options, so the permission is one, too. */
	isOption?: true;
	/** Whether a call needs permission; every call does when left out. */
	concerns?(value: Value): boolean;
}

interface NeedsNone {
	/** Why a model needs no permission; shown nowhere. */
	harmless: string;
}

/**
 * An operation that does more than read must have a guard, and one that sends must say what, or how much. One that reads may
 * have a guard, for what a model must not know.
 */
export type Guarded<Value> =
	| { effect: 'read'; guard?: NeedsPermission<Value> }
	| { effect: 'write'; guard: Guard<Value> }
	| { effect: 'send'; guard: Guard<Value>; messages(value: Value): number };
