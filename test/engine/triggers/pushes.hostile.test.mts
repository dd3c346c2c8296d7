import type { IDataObject } from 'n8n-workflow';

import { PUSH } from '../../../gateway/limits';
import { expectUnpolluted } from '../../fuzz.mts';
import { form } from '../harness/fakeExchange.mts';
import { INCOMING } from '../harness/pushSamples.mts';
import { useRacyKeys } from '../harness/racyKeys.mts';
import { pushTrigger, receivePush } from '../harness/receivePush.mts';
import { eventsOf } from '../harness/triggerHost.mts';

useRacyKeys();

const known = form(INCOMING);
const many = (count: number, field: (n: number) => string) =>
	Array.from({ length: count }, (_, n) => field(n)).join('&');
const nested = (levels: number) => `{"dest":${'['.repeat(levels)}${']'.repeat(levels)}}`;

/** Bytes of a workflow's item. A push must not grow beyond this. */
const MOST_KEPT = 4 * PUSH.bytes;

const HOSTILE: Array<[string, string | Buffer, event: string]> = [
	['100,000 fields', many(100_000, (n) => `k${n}=v`), 'unknown'],
	[
		'900 fields beside those of a message',
		`${known}&${many(900, (n) => `k${n}`)}`,
		'incomingMessage',
	],
	[
		'20,000 fields beside those of a message',
		`${known}&${many(20_000, (n) => `k${n}`)}`,
		'unknown',
	],
	['one field 20,000 times', `${known}&${many(20_000, () => 'message=x')}`, 'unknown'],
	['one field 900 times', `${known}&${many(900, () => 'message=x')}`, 'incomingMessage'],
	['unsafe names', `__proto__=polluted&constructor=x&prototype=y&${known}`, 'incomingMessage'],
	[
		'unsafe names with brackets',
		`__proto__[polluted]=1&constructor[prototype][polluted]=1&${known}`,
		'incomingMessage',
	],
	[
		'unsafe names in JSON',
		`{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"dest":"1"}`,
		'blocklistAddition',
	],
	['repeated fields', `${known}&${known}&${known}`, 'incomingMessage'],
	[
		'bytes that are no UTF-8',
		Buffer.concat([Buffer.from(`${known}&x=`), Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x80])]),
		'incomingMessage',
	],
	['escapes that are no UTF-8', `${known}&x=%FF%FE%C3%28%80%&%=%zz`, 'incomingMessage'],
	['nothing but bytes', Buffer.alloc(100_000, 0xff), 'unknown'],
	['zeros', Buffer.alloc(1000), 'unknown'],
	['JSON nested 100,000 deep', nested(100_000), 'unknown'],
	['JSON nested 60 deep', nested(60), 'unknown'],
	['a list of JSON', '[{"dest":"1"}]', 'blocklistAddition'],
	['huge numbers in JSON', `{"dest":${'9'.repeat(10_000)},"phone":1e999,"message":-0}`, 'unknown'],
	['one field of 10 MB', `message=${'x'.repeat(10 * 2 ** 20)}&${known}`, 'unknown'],
	['XML with laughs', '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><x>&b;</x>', 'unknown'],
];

test.each(HOSTILE)('answers a hostile push, and keeps it small: %s', async (_, body, event) => {
	const { status, events } = await receivePush({ body }, { more: { includeRaw: true } });
	expect(status).toBe(200);
	expect(events).toHaveLength(1);
	const [item] = events;
	expect(item).toMatchObject({ event, eventId: expect.any(String) as string });
	expect(JSON.stringify(item).length).toBeLessThan(MOST_KEPT);
	expect(Object.keys((item?.raw ?? {}) as IDataObject)).not.toContain('__proto__');
	expectUnpolluted();
});

test('takes an ordinary push after all of them', async () => {
	const trigger = await pushTrigger();
	for (const [, body] of HOSTILE) await (await trigger.deliver({ body })).run;
	const { status, run } = await trigger.deliver({
		body: form({ ...INCOMING, message: 'Still there?' }),
	});
	expect(status).toBe(200);
	expect(eventsOf(await run)).toMatchObject([
		{ event: 'incomingMessage', message: 'Still there?' },
	]);
});
