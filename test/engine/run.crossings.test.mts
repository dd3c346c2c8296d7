import type { INodeParameters } from 'n8n-workflow';
import type { Watch } from '../../nodes/waiting/watch';
import { parametersFor, sendingHours, sendSms, TO_EACH } from './harness/calls.mts';
import { ask } from './harness/questions.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';

const fixture = useSandbox();
const MINUTE = 60_000;
const PHONE = '0537778899';
const [P, Q, R] = ['0501111111', '0502222222', '0503333333'] as const;
const onContinue = { onError: 'continueRegularOutput' } as const;

let workflows = 0;
beforeEach(() => (workflows += 1));
const run = (parameters: INodeParameters, options: SandboxRun = {}) =>
	fixture.run(parameters, { workflowId: `crossings-${workflows}`, ...options });

const toEach = (options: INodeParameters = {}) =>
	sendSms(TO_EACH, { concurrentRequests: 1, ...options });
const keyed = (options: INodeParameters = {}) =>
	toEach({ idempotencyKey: '={{ $json.key }}', ...options });
const texted = (): string[] => fixture.sandbox.messages().map(({ phone }) => phone);
const setNow = (at: string) => {
	const clock = { now: Date.parse(at) };
	jest.spyOn(Date, 'now').mockImplementation(() => clock.now);
	return clock;
};

/** From when each reply is waited for. */
async function begun(parameters: INodeParameters, options: SandboxRun): Promise<number[]> {
	const begins: number[] = [];
	const executeWorkflow: SandboxRun['executeWorkflow'] = (_, __, { inputData = [] }) => {
		const [{ json }] = inputData as unknown as [{ json: Watch }];
		begins.push(...json.items.flatMap(({ question }) => question?.begin ?? []));
		return Promise.reject(new Error('enough'));
	};
	await run(parameters, { ...options, executeWorkflow });
	return begins;
}

describe('an item with a duplicate and another recipient', () => {
	test('leaves its key to a retry that texts the other, who was refused', async () => {
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1 });
		const items = [
			{ phone: P, text: 'T', key: 'A' },
			{ phone: `${P}, ${Q}`, text: 'T', key: 'B' },
		];
		const first = await run(keyed(), { items });
		expect(first.error?.message).toContain('enough credit');
		await run(keyed(), { items, retryOf: first.run });
		expect(texted()).toEqual([P, Q]);
	});
});

describe('a limit of a person beside a limit of the run', () => {
	test.each<[string, INodeParameters, string]>([
		['mostMessages', { mostMessages: { figure: 1 } }, 'T'],
		['mostSegments', { mostSegments: { figure: 1 } }, 'x'.repeat(500)],
	])('sends nothing beyond %s', async (_, limit, text) => {
		const items = [
			{ phone: P, text },
			{ phone: Q, text },
			{ phone: P, text: 'U' },
		];
		const { items: output } = await run(
			toEach({ limits: { ...limit, mostToEachInHour: { figure: 1 } } }),
			{ items, ...onContinue },
		);
		expect(texted()).toEqual([]);
		expect(output.map(({ json }) => json.skipped || typeof json.error)).toEqual([
			...['string', 'string', true],
		]);
	});
});

test.each([
	['scheduled for the next opening', '21:00', '27T08:05', ['27T08:00', '27T08:05']],
	['sent before closing', '19:59', '26T20:04', ['26T19:59', '27T08:00']],
])(
	'waits for a reply from when a question of an earlier try goes out: %s',
	async (_, first, again, expected) => {
		const clock = setNow(`2026-11-26T${first}+02:00`);
		fixture.sandbox.addFault({ kind: 'noCredit', root: 'sms', skip: 1 });
		const source = { __rl: true, mode: 'id', value: fixture.sandbox.account.number };
		const send = ask(
			{ source, phones: '={{ $json.phone }}', responseType: 'smsReply' },
			{ shortenLink: undefined, ...sendingHours() },
		);
		const items = [P, Q].map((phone) => ({ phone }));
		const { run: failed } = await run(send, { items });
		clock.now = Date.parse(`2026-11-${again}+02:00`);
		const begins = await begun(send, { items, retryOf: failed });
		expect(begins).toEqual(expected.map((at) => Date.parse(`2026-11-${at}+02:00`)));
	},
);

test('calls no text sent before whose key a refused run looked up at the same time', async () => {
	const limited = keyed({ limits: { mostMessages: { figure: 1 } } });
	const [over, other] = await Promise.all([
		run(limited, {
			executionId: '1',
			items: [
				{ phone: P, text: 'T', key: 'A' },
				{ phone: Q, text: 'T', key: 'B' },
			],
		}),
		run(limited, { executionId: '2', items: [{ phone: P, text: 'T', key: 'A' }] }),
	]);
	expect(over.error?.message).toContain('Maximum Messages');
	expect(other.items[0]?.json).toMatchObject({ accepted: true });
});

test('knows a text that was moved to the next opening in a later round', async () => {
	const clock = setNow('2026-11-26T19:59+02:00');
	await fixture.sandbox.setClock(clock.now);
	const items = [
		{ phone: R, text: 'T', key: 'Z' },
		{ phone: Q, text: 'Bad #status:989', key: 'K' },
		{ phone: P, text: 'T', key: 'A' },
		{ phone: P, text: 'T', key: 'K' },
	];
	fixture.sandbox.events.on('request', () => (clock.now += MINUTE));
	await run(keyed(sendingHours()), { items, ...onContinue });
	fixture.sandbox.events.removeAllListeners('request');
	expect(texted()).toEqual([R, P]);
});

test.each<[string, string, unknown]>([
	['a root in capitals', 'SMS', { destinations: { phone: P } }],
	['a root that nobody lists', 'mms', { to: P }],
	['in a message', 'bulk', { messages: { message: [{ phone: P }] } }],
	['a list as object', 'sms', { destinations: { phone: PHONE, cl: { id: 5 } } }],
	['a list beside', 'sms', { destinations: { phone: PHONE }, list_id: ['7'] }],
])('refuses a raw request in a rehearsal: %s', async (_, root, body) => {
	for (const encoding of ['json', 'xml'] as const) {
		const { error } = await run(
			parametersFor('custom', 'call', {
				root,
				body: JSON.stringify({ source: 'TextMe', message: 'Hello', ...(body as object) }),
			})(),
			{ credentials: { ...fixture.credentials({ encoding }), rehearsalPhone: PHONE } },
		);
		expect(error?.message).toContain('cannot be rehearsed');
		expect(fixture.sandbox.requests()).toEqual([]);
	}
});

test.each([501111111, `${PHONE} ${Q}`, [P, { _: Q }]])(
	'sends a raw request to %j to the one phone in a rehearsal',
	async (phone) => {
		const body = { source: 'TextMe', message: 'Hello', destinations: { phone } };
		await run(parametersFor('custom', 'call', { root: 'sms', body: JSON.stringify(body) })(), {
			credentials: { ...fixture.credentials(), rehearsalPhone: PHONE },
		});
		expect(fixture.sandbox.messages().map((sent) => sent.phone)).toEqual([PHONE]);
	},
);
