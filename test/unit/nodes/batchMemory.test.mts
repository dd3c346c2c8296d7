import { setTimeout as sleep } from 'node:timers/promises';
import { Batch } from '../../../nodes/TextMe/run/batch';
import type { Share } from '../../../nodes/TextMe/run/batch';
import type { Run } from '../../../nodes/TextMe/run/run';
import { collectGarbage } from '../../garbage.mts';

test('a request frees its body when another one takes its texts', async () => {
	const share = { item: { itemIndex: 0, common: {} }, entry: {}, settings: {}, parts: [] };
	const request = new Batch(
		{ account: { username: 'a', encoding: 'json' } } as Run,
		[share as unknown as Share],
		{
			content: () => ({ root: 'sms', body: () => ({ message: 'x'.repeat(10_000) }) }),
		},
	);
	const body = new WeakRef(request.written.bytes.buffer);
	const moved = request.of(request.shares);
	await sleep(1);
	collectGarbage();
	expect(body.deref()).toBeUndefined();
	expect(moved.written.bytes.byteLength).toBeGreaterThan(10_000);
});
