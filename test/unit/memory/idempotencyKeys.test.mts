import { allNoted } from '../../../nodes/memory/claims';
import { IdempotencyKeys } from '../../../nodes/TextMe/idempotency';
import { SharedRow } from './sharedRow.mts';

jest.useFakeTimers({ now: 0 });

const item = (idempotencyKey: string) => ({ itemIndex: 0, entry: {}, idempotencyKey });

test('a key stays claimed while the execution waits a minute for another of its keys', async () => {
	const row = new SharedRow();
	const [slow, waiting, later] = [1, 2, 3].map(
		() => new IdempotencyKeys(row.startProcess(() => 5)),
	) as [IdempotencyKeys, IdempotencyKeys, IdempotencyKeys];
	const pass = async (ms: number) => await jest.advanceTimersByTimeAsync(ms);

	const long = item('long');
	void slow.claim([long]);
	// To where the note that somebody lives counts shortest.
	await pass(18_000);
	const mine = item('mine');
	const both = waiting.claim([mine, item('long')]).then(async (taken) => {
		await waiting.use([mine]);
		return [...taken].map(({ idempotencyKey }) => idempotencyKey);
	});
	await pass(43_000);
	const same = item('mine');
	const third = later.claim([same]);
	await pass(80_000);
	expect(await both).toEqual(['long']);
	expect([...(await third)]).toEqual([same]);

	const closed = Promise.all([slow.settle(), waiting.settle(), later.settle()]).then(allNoted);
	await pass(80_000);
	await closed;
});
