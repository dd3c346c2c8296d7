import { readPushBody } from '../../../gateway/events/pushBody';
import { collectGarbage } from '../../garbage.mts';

const heap = () => {
	collectGarbage();
	return process.memoryUsage().heapUsed / 1e6;
};

const PADDING = 'x'.repeat(250_000);
const MESSAGE = '<![CDATA[hello, a few more words]]>';

test.each([
	['a small text in a long document', `<p><message>${MESSAGE}</message><!--א${PADDING}--></p>`],
	['what cannot be read', `<p>א${PADDING}`],
])('a push that waits keeps no more than its fields: %s', (_, body) => {
	readPushBody(Buffer.from(body));
	const before = heap();
	const held = Array.from({ length: 100 }, () => readPushBody(Buffer.from(body)));
	expect(heap() - before).toBeLessThan(5);
	expect(held).toHaveLength(100);
});
