import { block, sendSms, TO_EACH } from './harness/calls.mts';
import { detailsOf, useSandbox, type SandboxRun } from './harness/useSandbox.mts';

const fixture = useSandbox();

const PHONE = '0537778899';
const [A, B, C] = ['0501111111', '0502222222', '0503333333'] as const;
/** One request at a time, so that the test knows which is refused. */
const send = (options = {}) => sendSms(TO_EACH, { concurrentRequests: 1, ...options });

const HELLO = [A, `${A}, ${B}`].map((phone) => ({ phone, text: 'Hello' }));

const inRehearsal = (options: SandboxRun) => ({ ...options, rehearsalPhone: PHONE });
const texted = () => fixture.sandbox.messages().map(({ phone, text }) => `${phone} ${text}`);
const refuseNext = (skip = 0, times = 1) =>
	fixture.sandbox.addFault({ kind: 'noCredit', skip, times });

test('calls no text a duplicate of one that was refused', async () => {
	refuseNext();
	const { items } = await fixture.goOn(send(), HELLO);
	expect(texted()).toEqual([`${B} Hello`]);
	expect(items[0]?.json.accepted).toBe(false);
	const result = 'Not sent, because item 0 was refused';
	expect(items[1]?.json).toMatchObject({ accepted: true, result: 'Accepted for 1 of 2' });
	expect(detailsOf(items[1]?.json).recipients).toMatchObject([
		{ accepted: false, phone: A, result },
		{ accepted: true, phone: B, result: 'Accepted' },
	]);
});

test('calls no item opted out because a number that it shares is', async () => {
	await fixture.run(block({ phones: A }));
	const { items } = await fixture.run(send(), { items: HELLO });
	expect(items.map(({ json }) => json.accepted)).toEqual([false, true]);
	const recipients = [{ phone: A }, { accepted: true, phone: B }];
	expect(items[1]?.json.details).toMatchObject({ recipients });
});

test('counts nobody who has opted out for Maximum Messages in a loop', async () => {
	await fixture.run(block({ phones: A }));
	await fixture.runWell(send({ limits: { mostMessages: { figure: 2 } } }), {
		passes: [A, B, C].map((phone) => [{ phone, text: 'Hello' }]),
	});
	expect(texted()).toHaveLength(2);
});

test('refuses in a retry no text that was sent, whatever the node has become', async () => {
	const items = [A, B].map((phone) => ({ phone, text: 'Hello' }));
	refuseNext(1);
	const failed = await fixture.run(send(), { items });
	const changed = { ...send(), message: '={{ $json.phone.endsWith("1") ? "" : "Hi" }}' };
	await fixture.runWell(changed, { items, retryOf: failed.run });
	expect(texted()).toEqual([`${A} Hello`, `${B} Hi`]);
});

describe('what a rehearsal did', () => {
	const three = [A, B, C].map((phone, n) => ({ phone, text: `Dear ${n}` }));

	test('is not done: a retry without it texts everybody', async () => {
		refuseNext(2);
		const failed = await fixture.run(send(), inRehearsal({ items: three }));
		expect(failed.error).toBeDefined();
		const { items } = await fixture.runWell(send(), { items: three, retryOf: failed.run });
		expect(texted().slice(2)).toEqual([`${A} Dear 0`, `${B} Dear 1`, `${C} Dear 2`]);
		expect(items.map(({ json }) => json.result)).toEqual(Array(3).fill('Accepted'));
	});

	test('is done for a retry of the rehearsal', async () => {
		refuseNext(2);
		const failed = await fixture.run(send(), inRehearsal({ items: three }));
		await fixture.run(send(), inRehearsal({ items: three, retryOf: failed.run }));
		expect(texted()).toHaveLength(3);
	});

	test('counts no text that was refused: a retry sends ten in all', async () => {
		const items = Array.from({ length: 11 }, (_, n) => ({ phone: A, text: `Dear ${n}` }));
		refuseNext(2);
		const { run } = await fixture.run(send(), inRehearsal({ items }));
		const again = await fixture.run(send(), inRehearsal({ items, retryOf: run }));
		expect(texted()).toHaveLength(10);
		expect(again.items.map(({ json }) => detailsOf(json).onlyChecked === true)).toEqual(
			items.map((_, n) => n === 10),
		);
	});

	test('names nobody else in the error that ends it', async () => {
		refuseNext(2);
		const { error, run } = await fixture.run(send(), inRehearsal({ items: three }));
		expect(error?.description).not.toContain(A);
		expect(error?.description).toContain(`1 number was texted: ${PHONE}.`);
		expect(JSON.stringify(run.data.resultData.metadata ?? {})).not.toContain(A);
	});

	test('is told of the one phone, if that has opted out', async () => {
		await fixture.run(block({ phones: PHONE }));
		const { items } = await fixture.run(
			send(),
			inRehearsal({ items: three, onError: 'continueRegularOutput' }),
		);
		expect(items.map(({ json }) => detailsOf(json).skipped)).toEqual(Array(3).fill(undefined));
		expect(items[0]?.json.result).toMatch(/\(status 8\)/);
		expect(JSON.stringify(items[0]?.json.details)).toContain(
			`The service means ${PHONE}, the phone of the rehearsal.`,
		);
		const { errors } = await fixture.run(
			send(),
			inRehearsal({ items: three, onError: 'continueErrorOutput' }),
		);
		expect(errors.map(({ json }) => json.error)).toEqual(
			Array(3).fill(expect.objectContaining({ status: 8 })),
		);
		const asTool = { items: three, type: 'n8n-nodes-textme.textMeTool' };
		const toA = { ...send(), phones: A };
		const { items: told } = await fixture.run(toA, inRehearsal(asTool));
		expect(told[0]?.json).toMatchObject({ status: 8 });
	});

	test.each([9, 715])('is told of the one phone what status %d says', async (status) => {
		const toOne = { ...send(), phones: A, message: `#status:${status}` };
		const onError = 'continueRegularOutput';
		const { items, hints } = await fixture.run(toOne, inRehearsal({ onError }));
		expect(items[0]?.json.error).toBe('refused');
		expect(hints).toContain('0 of 1 sent: 1 refused');
		const { whatToDo } = detailsOf(items[0]?.json);
		expect(whatToDo).toMatch(
			/^The service means 0537778899, the phone of the rehearsal\.(?!.*050)/,
		);
	});

	test.each(['0501111111', `+1 212 555 0100`])(
		'cuts no text: a long one to %s goes whole',
		async (phone) => {
			const text = `${'x'.repeat(970)} https://example.com/a/link/end`;
			await fixture.run(
				send({ includesInternational: true }),
				inRehearsal({ items: [{ phone, text }] }),
			);
			expect(fixture.sandbox.messages().map((message) => message.text)).toEqual([text]);
		},
	);
});
