// `GET /sandbox/events`: everything once, in order, also for a reader that was away for a while.
import { call, PHONE, smsTo } from './call.mts';
import { useSandbox } from './useSandbox.mts';
import { startSandbox, type Sandbox } from '../../sandbox/startSandbox.mts';

const sandbox = useSandbox();

interface StreamEvent {
	id: string | undefined;
	name: string;
	data: Record<string, unknown>;
}

const reading: AbortController[] = [];
afterEach(() => reading.splice(0).forEach((one) => one.abort()));

function parse(frame: string): StreamEvent {
	const fields = Object.fromEntries(
		frame.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
	) as Record<string, string>;
	const { id, event = '', data = '' } = fields;
	return { id, name: event, data: JSON.parse(data) as Record<string, unknown> };
}

/** Reads events until one is the last that is wanted. */
async function read(from: Sandbox, isLast: (event: StreamEvent) => boolean, after?: string) {
	const abort = new AbortController();
	reading.push(abort);
	const response = await fetch(`${from.baseUrl}/sandbox/events`, {
		signal: abort.signal,
		...(after === undefined ? {} : { headers: { 'last-event-id': after } }),
	});
	expect(response.headers.get('content-type')).toBe('text/event-stream');
	const events: StreamEvent[] = [];
	const begun = (async () => {
		let text = '';
		for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
			text += Buffer.from(chunk).toString();
			const frames = text.split('\n\n');
			text = frames.pop() ?? '';
			for (const frame of frames) {
				events.push(parse(frame));
				if (isLast(events.at(-1) as StreamEvent)) return events;
			}
		}
		return events;
	})();
	return { begun, stop: () => abort.abort() };
}

const textIs = (text: string) => (event: StreamEvent) => event.data.text === text;
const send = (message: string) => call(sandbox(), 'sms', smsTo(PHONE, { message }));
const texts = (events: StreamEvent[]) =>
	events.filter(({ name }) => name === 'message').map(({ data }) => data.text);

test('events come as they happen, after a first one that begins', async () => {
	const { begun } = await read(sandbox(), ({ name }) => name === 'incoming');
	await send('Hello');
	sandbox().handsetReply({ phone: PHONE, text: 'שלום' });
	const events = await begun;
	expect(events.map(({ name }) => name)).toEqual([
		'ready',
		'message',
		'campaign',
		'request',
		'incoming',
	]);
	expect(events[0]?.data).toEqual({ resumed: false });
	expect(events[1]?.data).toMatchObject({ phone: PHONE, text: 'Hello', state: 'accepted' });
	expect(events[3]?.data).toEqual({ id: 1, root: 'sms', username: 'demo', status: 0 });
	expect(events[4]?.data).toMatchObject({ message: 'שלום' });
	expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
});

test('gives a reader who comes back what it missed, once and in order', async () => {
	const first = await read(sandbox(), textIs('1'));
	await send('1');
	const id = (await first.begun).at(-1)?.id;
	first.stop();
	await send('2');
	await send('3');
	const second = await read(sandbox(), textIs('4'), id);
	await send('4');
	const events = await second.begun;
	expect(events[0]).toMatchObject({ id: undefined, name: 'ready', data: { resumed: true } });
	expect(texts(events)).toEqual(['2', '3', '4']);
});

test('also one that had seen nothing but the beginning', async () => {
	const first = await read(sandbox(), ({ name }) => name === 'ready');
	const id = (await first.begun)[0]?.id;
	first.stop();
	await send('1');
	const second = await read(sandbox(), textIs('2'), id);
	await send('2');
	expect(texts(await second.begun)).toEqual(['1', '2']);
});

test('tells a reader to look anew who was away too long or read from another sandbox', async () => {
	const first = await read(sandbox(), ({ name }) => name === 'ready');
	const id = (await first.begun)[0]?.id;
	for (let n = 0; n < 4; n++) {
		await call(sandbox(), 'sms', smsTo(Array(2_500).fill(PHONE), { message: 'many' }));
	}
	const late = await read(sandbox(), ({ name }) => name === 'ready', id);
	const [ready] = await late.begun;
	expect(ready?.data).toEqual({ resumed: false });
	const other = await startSandbox();
	const elsewhere = await read(other, ({ name }) => name === 'ready', ready?.id);
	expect((await elsewhere.begun)[0]?.data).toEqual({ resumed: false });
	await other.close();
});

test.each(['', 'x', '5', '-', '-1', `${Date.now().toString(36)}-1e9`])(
	'takes no id like %j for one of its own',
	async (id) => {
		const { begun } = await read(sandbox(), ({ name }) => name === 'ready', id);
		expect((await begun)[0]?.data).toEqual({ resumed: false });
	},
);

test('ends a stream when the sandbox ends', async () => {
	const other = await startSandbox();
	const { begun } = await read(other, () => false);
	await other.close();
	expect((await begun).map(({ name }) => name)).toEqual(['ready']);
});
