/** Lines that may be changed and nothing becomes wrong, each with the reason. `unit/structure` keeps this list from growing. */
export const equivalents: ReadonlyArray<{ file: string; code: string; why: string }> = [
	{
		file: 'nodes/TextMe/parameters/runParameters.ts',
		code: 'if (this.isTool || this.itemCount < 2) return NOT_HERE;',
		why: 'Saves time: the table asks n8n for its first and last value, and leaves all to n8n where these differ',
	},
	{
		file: 'nodes/waiting/incomingMessages.ts',
		code: 'const window = openWindow({ from: since - CLOCK_DIFFERENCE, to: now + CLOCK_DIFFERENCE }, now);',
		why: 'Its beginning is an hour early, as the time of the last look is: one of the two would do',
	},
	{
		file: 'nodes/TextMeWatcher/replies.ts',
		code: 'Math.max(since, readAt - CLOCK_DIFFERENCE);',
		why: 'The same hour: see incomingMessages.ts',
	},
];
