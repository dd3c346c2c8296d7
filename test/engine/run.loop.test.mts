import type { IDataObject } from 'n8n-workflow';

import { bulk } from './harness/bulkItems.mts';
import { contactListsOf } from './harness/contactLists.mts';
import type { NodeResult } from './harness/runNode.mts';
import { SENDS } from './harness/sendsWithHours.mts';
import { sendSms } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { givenContacts } = contactListsOf(fixture);

const toEach = { phones: '={{ $json.phone }}', message: '={{ $json.text }}' };
const toList = { sendTo: 'contactLists', contactLists: ['21501'] };
const texts = () => fixture.sandbox.messages().map(({ text }) => text);

/** People one by one, as a Loop Over Items hands them on. */
const oneByOne = (count: number): IDataObject[][] =>
	Array.from({ length: count }, (_, n) => [{ phone: `050111111${n}`, text: `Dear ${n}` }]);

const passesOf = ({ run }: NodeResult) =>
	(run.data.resultData.runData.TextMe ?? []).map(
		({ data }) => data?.main?.[0]?.map(({ json }) => json) ?? [],
	);
const hintsOf = ({ run }: NodeResult) =>
	(run.data.resultData.runData.TextMe ?? []).map(({ hints = [] }) =>
		hints.map(({ message }) => message),
	);

describe('in the passes of a loop', () => {
	describe.each(SENDS)('%s', (_, parameters) => {
		test('counts the messages of all of them against a limit', async () => {
			const result = await fixture.run(
				parameters(toEach, { limits: { mostMessages: { figure: 3 } } }),
				{ passes: oneByOne(5) },
			);
			expect(result.error?.message).toBe(
				"'Maximum Messages' is 3, and this run has 4, with the 3 of earlier passes",
			);
			expect(texts()).toHaveLength(3);
		});
	});

	test('texts a contact list once', async () => {
		await givenContacts('0501111111, 0502222222');
		const result = await fixture.run(sendSms({ ...toList, message: 'Sale' }), {
			passes: oneByOne(20),
		});
		expect(result.error).toBeUndefined();
		expect(texts()).toEqual(['Sale', 'Sale']);
		expect(passesOf(result)[19]).toEqual([
			expect.objectContaining({
				accepted: false,
				skipped: true,
				reason: 'An earlier pass of the loop has sent the same text to this contact list.',
			}),
		]);
		expect(hintsOf(result)[19]?.[0]).toMatch(/^1 duplicate/);
	});

	test('texts the list of Send Bulk once, beside the numbers', async () => {
		await givenContacts('0502222222');
		const { error } = await fixture.run(bulk({ message: 'Sale' }, { contactList: '21501' }), {
			passes: oneByOne(5),
		});
		expect(error).toBeUndefined();
		expect(fixture.sandbox.messages().map(({ phone }) => phone)).toEqual([
			expect.any(String),
			expect.any(String),
			'0501111111',
			'0501111112',
			'0501111113',
			'0501111114',
		]);
	});

	test('sends no more to a list whose text is another one in each pass', async () => {
		await givenContacts('0501111111');
		const { error } = await fixture.run(sendSms({ ...toList, message: '={{ $json.text }}' }), {
			passes: oneByOne(20),
		});
		expect(error?.message).toBe(
			'Contact list 21501 would get 4 texts, one for each input item or pass of a loop',
		);
		expect(texts()).toHaveLength(3);
	});
});

test('texts a list in the next pass, if it could not in the one before', async () => {
	await givenContacts('0501111111');
	fixture.sandbox.addFault({ kind: 'noCredit', root: 'sms' });
	const result = await fixture.run(sendSms({ ...toList, message: 'Sale' }), {
		onError: 'continueRegularOutput',
		passes: oneByOne(3),
	});
	expect(passesOf(result).map(([json]) => json?.accepted)).toEqual([false, true, false]);
	expect(texts()).toEqual(['Sale']);
});

test('does not text a list again that may have got its text', async () => {
	await givenContacts('0501111111');
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 503, root: 'sms', phase: 'after' });
	const result = await fixture.run(sendSms({ ...toList, message: 'Sale' }), {
		onError: 'continueRegularOutput',
		passes: oneByOne(2),
	});
	expect(passesOf(result).map(([json]) => json?.accepted)).toEqual(['unknown', false]);
	expect(texts()).toEqual(['Sale']);
});

test('texts the list in every pass with Send All', async () => {
	await givenContacts('0501111111');
	await fixture.run(sendSms({ ...toList, message: 'Sale' }, { duplicates: 'sendAll' }), {
		passes: oneByOne(4),
	});
	expect(texts()).toHaveLength(4);
});

test('reminds the same number again in a later pass', async () => {
	await fixture.run(sendSms({ message: 'Please answer' }), { passes: oneByOne(3) });
	expect(texts()).toHaveLength(3);
});

test('counts what a retry sends once', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, retryAfter: '3600', skip: 1 });
	const { error } = await fixture.run(
		sendSms(toEach, { limits: { mostMessages: { figure: 4 } }, concurrentRequests: 1 }),
		{ retryOnFail: true, maxTries: 2, passes: [oneByOne(2).flat(), oneByOne(4).flat().slice(2)] },
	);
	expect(error).toBeUndefined();
	expect(texts()).toHaveLength(4);
});
