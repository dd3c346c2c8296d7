import './harness/noWaits.mts';

import { DANA, texts, useReplyQuestions } from './harness/replyQuestions.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { asked, due, reply } = useReplyQuestions(fixture);

test('loses no answer because a stranger writes what looks like names', async () => {
	const { watcher } = await asked([DANA]);
	for (const text of 'abcd') {
		const names = Array.from({ length: 250 }, (_, n) => `<${text}${n.toString(36)}`).join('');
		reply('0539999999', names);
	}
	reply(DANA, 'yes');
	await due(watcher);
	expect(texts(watcher)).toEqual(['yes']);
});
