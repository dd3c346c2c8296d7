/** What a language model is told about an operation, and what it may do with it. */
export interface ToolUse {
	/** When to call it, in sentences. */
	use: string;
	/** What a call costs or brings about, in sentences, where the effect of the operation does not say it. */
	costs?: string;
	/** What comes back; continues a sentence that starts with "Returns". */
	returns: string;
	/** Fields of the output that tell a model nothing. */
	omit?: readonly string[];
	/** Fields of the output that other people have written; `all` where anything may be. */
	othersWords?: readonly string[] | 'all';
}
