/** Commands of the documentation that take long, with the arguments by which CI tries in less than a minute whether they work. */
export const SHORT_FORMS: Record<string, string[]> = {
	'npm run bench': ['--only', 'package'],
	'npm run test:soak': ['--quick'],
	'npm run test:mutation': ['--mutate', 'gateway/chunk.ts'],
};
