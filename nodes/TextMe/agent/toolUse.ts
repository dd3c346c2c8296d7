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
