import type { CommonSettings, SendCare } from '../options/common';
import type { SendTime } from '../options/sendOptions';

/** An input item, read and checked. */
export interface Item {
	readonly itemIndex: number;
	/** What the operation read. */
	readonly value: object;
	/** When a message goes out. */
	readonly when?: SendTime;
	readonly common: CommonSettings;
	/** Only for sends. */
	readonly care?: SendCare;
	/** Chosen by the user: nothing is sent twice under the same key. */
	readonly key?: string;
	/** What the user should know about it, in sentences. */
	readonly warnings?: ReadonlySet<string>;
	/** Whether an earlier try of the run has carried it out. */
	readonly isDone: boolean;
}
