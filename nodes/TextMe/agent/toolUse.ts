/** What a model is told about an operation, and which parts of the output it gets. */
export interface ToolUse {
	/** When to call it, in sentences. */
	use: string;
	/** The costs or effects of a call, in sentences; the text for the operation's effect when left out. */
	costs?: string;
	/** The output; continues a sentence that starts with "Returns". */
	returns: string;
	/** Fields of the output that a model does not need. */
	omit?: readonly string[];
	/** Fields of the output that other people have written; `all` where anything may be. */
	untrusted?: readonly string[] | 'all';
}
