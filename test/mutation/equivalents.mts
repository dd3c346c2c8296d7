/** Lines that may be changed and nothing becomes wrong, each with the reason. `unit/structure` keeps this list from growing. */
export const equivalents: ReadonlyArray<{ file: string; code: string; why: string }> = [
	{
		file: 'nodes/TextMe/parameters/runParameters.ts',
		code: 'if (this.isTool || this.itemCount < 2) return NOT_HERE;',
		why: 'Saves time: the table asks n8n for its first and last value, and leaves all to n8n where these differ',
	},
	{
		file: 'nodes/TextMe/pipeline/outputs.ts',
		code: "if (typeof pairedItem !== 'object' || Array.isArray(pairedItem)) return one;",
		why: 'Tells the compiler: every item that comes out is paired with one or with several',
	},
	{
		file: 'nodes/events/takeEvents.ts',
		code: 'if (!isBeside && !dropsRepeats) return arrivals;',
		why: 'Saves time: without marks, nothing is written and nothing is known',
	},
	{
		file: 'nodes/waiting/incomingMessages.ts',
		code: 'const window = openWindow(spanSince(since, now), now);',
		why: 'Its beginning is an hour early, as the time of the last look is: one of the two would do',
	},
	{
		file: 'nodes/TextMeWatcher/replies.ts',
		code: 'Math.max(since, readAt - CLOCK_DIFFERENCE);',
		why: 'The same hour: see incomingMessages.ts',
	},
];
