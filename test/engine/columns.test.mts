import './harness/noWaits.mts';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { block } from './harness/blocklist.mts';
import { bulk } from './harness/bulkItems.mts';
import { OPERATION_CALLS, OPERATIONS } from './harness/operationCalls.mts';
import { runBesideBad } from './harness/runBesideBad.mts';
import { asked } from './harness/questions.mts';
import { sendSms, TO_EACH } from './harness/smsSend.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { sendVoice } from './harness/voiceSend.mts';

const fixture = useSandbox();

/** The first columns of a run with one good and one bad item. Records of the service have more columns of their own. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
	'sms.send': ['accepted', 'phone', 'reason'],
	'sms.estimate': ['summary', 'reason'],
	'sms.reply': ['accepted', 'phone', 'reason'],
	'sms.sendBulk': ['accepted', 'phone', 'reason'],
	'sms.sendAndWait': ['outcome', 'phone', 'reason'],
	'voice.send': ['accepted', 'phone', 'reason'],
	'otp.send': ['accepted', 'phone', 'reason'],
	'otp.verify': ['verified', 'phone', 'reason'],
	'campaign.cancelById': ['cancelled', 'reason'],
	'campaign.cancelByName': ['cancelled', 'reason'],
	'birthdayCampaign.getMany': ['id', 'reason'],
	'birthdayCampaign.update': ['updated', 'reason'],
	'contactList.create': ['stored', 'contactListId', 'contactListName', 'reason'],
	'contactList.delete': ['deleted', 'contactListId', 'reason'],
	'contactList.get': ['contactListId', 'phone', 'reason'],
	'contactList.getMany': ['id', 'name', 'reason'],
	'contactList.addContacts': ['added', 'contactListId', 'reason'],
	'contactList.removeContacts': ['removed', 'contactListId', 'reason'],
	'blocklist.add': ['added', 'reason'],
	'blocklist.remove': ['removed', 'reason'],
	'blocklist.getMany': ['phone', 'reason'],
	'report.getByExternalId': ['phone', 'reason'],
	'report.getByDate': ['phone', 'reason'],
	'report.getIncomingMessages': ['phone', 'reason'],
	'sender.verify': ['verificationStarted', 'phone', 'reason'],
	'sender.getMany': ['phone', 'username', 'reason'],
	'account.getBalance': ['reason'],
	'subAccount.create': ['created', 'name', 'username', 'reason'],
	'subAccount.topUp': ['toppedUp', 'username', 'reason'],
	'subAccount.getBalances': ['username', 'reason'],
	'apiToken.create': ['username', 'reason'],
	'apiToken.getCurrent': ['username', 'reason'],
};

const TECHNICAL = [
	...['externalId', 'shipmentId', 'segments', 'encoding', 'campaignName', 'status', 'operator'],
	...['idempotencyKey', 'sender', 'phoneInternational', 'toInternational', 'executionId'],
	...['duplicateOf', 'duplicates', 'other', 'run', 'eventId', 'error', 'details'],
];
/** Only the rows that these are about have them. */
const OWN = new Set(['error', 'details', 'duplicateOf', 'duplicates', 'recipients']);
/** Workflows work with these, so a row that has none has no dash. */
const VALUES = new Set([
	...['externalId', 'shipmentId', 'campaignName', 'idempotencyKey', 'operator', 'status', 'sender'],
	...['choice', 'text', 'message', 'respondedAt', 'data', 'date', 'sentAt', 'phoneInternational'],
]);
/** A longer one makes n8n's table too high: a column is about 10 characters wide, and 6 lines are enough. */
const MOST_CHARACTERS = 65;

/** What n8n's table shows in red. */
const isRed = (value: unknown) => value === undefined || value === null || value === '';

/** Expects that the first columns show what happened to each row: n8n's table has the columns of its first row. */
function expectColumns(rows: IDataObject[], first: readonly string[]) {
	for (const row of rows) {
		const names = Object.keys(row);
		expect(names.slice(0, first.length)).toEqual(first);
		expect(first.filter((name) => isRed(row[name]))).toEqual([]);
		const places = names.flatMap((name, place) => (TECHNICAL.includes(name) ? place : []));
		expect(places).toEqual(places.map((_, n) => names.length - places.length + n));
		const texts = Object.values(row).filter((value) => typeof value === 'string');
		const long = texts.filter((text) => text.length > 30);
		expect(new Set(long).size).toBe(long.length);
	}
}

test('knows the columns of every operation whose output is not the reply itself', () => {
	const all = [...OPERATIONS].flatMap(([name, one]) => (one.outputs ? name : []));
	expect(all.sort()).toEqual(Object.keys(FIRST).sort());
});

/** While a question waits for its answer, it puts out nobody who was not asked. */
const calls = OPERATION_CALLS.filter(
	({ operation }) =>
		operation in FIRST && !['sms.sendAndWait', 'subAccount.getBalances'].includes(operation),
);

test.each(calls.map((call) => [call.operation, call] as const))(
	'%s says what became of it, for whom and why, in the same first columns of each row',
	async (operation, call) => {
		const { items } = await runBesideBad(fixture, call, [true, false]);
		const rows = items.map(({ json }) => json);
		expect(rows.length).toBeGreaterThan(1);
		expectColumns(rows, FIRST[operation] ?? []);
	},
);

/** That no row has a red cell, or one that makes it high. */
function expectNeat(rows: IDataObject[]) {
	const columns = [...new Set(rows.flatMap(Object.keys))].filter(
		(name) => !OWN.has(name) && !VALUES.has(name),
	);
	for (const row of rows) {
		const red = columns.filter((name) => isRed(row[name]));
		expect(red).toEqual([]);
		const texts = Object.values(row).filter((value) => typeof value === 'string');
		expect(texts.filter(({ length }) => length > MOST_CHARACTERS)).toEqual([]);
	}
}

const [PERSON, OTHER, BLOCKED] = ['0501234567', '0527654321', '0533334444'];
const PEOPLE = [
	{ phone: PERSON, text: 'Hello', to: '0559000100' },
	{ phone: BLOCKED, text: 'Hello' },
	{ phone: PERSON, text: 'Hello' },
	{ phone: '050', text: 'Hello' },
	{ phone: '050-123 4567', text: '' },
	{ phone: `${PERSON}, ${OTHER}`, text: 'Other' },
];
const REFUSED = { phone: OTHER, text: '#status:4' };

const MIXED: Array<[string, INodeParameters, IDataObject[]]> = [
	['SMS Send', sendSms(TO_EACH), [...PEOPLE, REFUSED]],
	['Send Bulk', bulk(TO_EACH), PEOPLE],
	['Voice Send', sendVoice(TO_EACH), [...PEOPLE, REFUSED]],
];
test.each(MIXED)(
	'%s has the same first columns in a run where everything happens',
	async (_, parameters, people) => {
		await fixture.run(block({ phones: BLOCKED }));
		const rows = async (items: IDataObject[], rehearsalPhone?: string) => {
			const credentials = { ...fixture.credentials(), ...(rehearsalPhone && { rehearsalPhone }) };
			const run = { items, credentials, onError: 'continueRegularOutput' as const };
			return (await fixture.run(parameters, run)).items.map(({ json }) => json);
		};
		const columns = ['accepted', 'phone', 'reason'];
		const real = await rows(people);
		expect(real.map(({ accepted }) => accepted)).toContain(true);
		expect(real.map(({ accepted }) => accepted)).toContain(false);
		expectColumns(real, columns);
		expectNeat(real);
		expect(real.map(({ phone }) => phone).slice(0, 5)).toEqual([
			...[PERSON, BLOCKED, PERSON, '050', PERSON],
		]);
		expectColumns(await rows([...people].reverse()), columns);
		expectColumns(await rows(people, '0509999999'), columns);
	},
);

test('the error output has nothing but the error, and its items give the others no column', async () => {
	const { items, errors } = await fixture.run(sendSms(TO_EACH), {
		items: [PEOPLE[0] ?? {}, PEOPLE[3] ?? {}],
		onError: 'continueErrorOutput',
	});
	expect(Object.keys(items[0]?.json ?? {}).slice(0, 3)).toEqual(['accepted', 'phone', 'segments']);
	expect(errors[0]?.json.error).toMatchObject({ accepted: false, phone: '050' });
});

test.each<[string, INodeParameters, IDataObject, string[]]>([
	['an approval', {}, { decision: 'confirm' }, ['outcome', 'phone', 'respondedAt', 'data']],
	[
		'a choice',
		{ approvalType: 'choices', choices: 'Yes\nNo' },
		{ decision: '0' },
		['outcome', 'phone', 'choice', 'respondedAt', 'data'],
	],
])('%s stands right after the person who answered', async (_, values, body, columns) => {
	const run = await asked(fixture, values);
	const waiting = run.stackItems.map(({ json }) => json);
	expect(Object.keys(waiting[0] ?? {}).slice(0, 2)).toEqual(['outcome', 'phone']);
	const { items } = await run.open({ method: 'POST', body });
	expectColumns(
		(items ?? []).map(({ json }) => json),
		columns,
	);
});
