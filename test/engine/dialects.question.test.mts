import { DANA, OMER, useReplyQuestions } from './harness/replyQuestions.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { outcomes } from './harness/watchedRuns.mts';

// The one in which nobody can tell what a field is.
const fixture = useSandbox({ dialect: 'strange' });
const { asked, due, reply } = useReplyQuestions(fixture);

test('takes the answer of the person whose phone a record holds, and gives the record out', async () => {
	const { watcher } = await asked([DANA]);
	reply(OMER, 'Not me');
	await due(watcher);
	expect(watcher.waitTill).toBeDefined();
	reply(DANA, 'כן, תודה');
	await due(watcher);
	expect(outcomes(watcher)).toEqual(['answered']);
	const json = watcher.output[0]?.json;
	expect(json).toMatchObject({ data: { text: '' } });
	expect(Object.values(json?.other as object)).toContain('כן, תודה');
});
