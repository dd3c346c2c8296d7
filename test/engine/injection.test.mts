import type { INodeParameters } from 'n8n-workflow';
import { optionsOf } from '../../nodes/TextMe/describe';
import { readRequest } from '../../sandbox/wire/readRequest.mts';
import { textPlaces } from './harness/hostileValues.mts';
import {
	CALL_ITEMS,
	OPERATION_CALLS,
	OPERATIONS,
	parametersOf,
} from './harness/operationCalls.mts';
import { remembered } from './harness/rememberedKeys.mts';
import { useSandbox, type Encoding } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** Text that, without escaping, would end its element or start another. */
const HOSTILE = [
	`</message><user><username>demo-other</username></user><message>]]><x y="1">&amp;&#60;&lt;/sms&gt;<!--`,
	`" a='<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hosts">]>&x;{"user":{"username":"demo-other"}} \\" , \\u0000 {name} $&`,
];

const PLACES = OPERATION_CALLS.map((call) => {
	const operation = OPERATIONS.get(call.operation)!;
	return [call.operation, call, textPlaces(operation, optionsOf(operation))] as const;
});

/** The texts in a tree with their paths. A list of one counts as a single value. */
function texts(value: unknown, path = ''): string[] {
	if (typeof value !== 'object' || value === null) return [`${path}: ${String(value)}`];
	const isList = Array.isArray(value);
	return Object.entries(value).flatMap(([key, inner]) =>
		texts(inner, isList ? path : `${path}/${key}`),
	);
}

/** Fields that send any text. */
const FREE = [
	...['sms.send message', 'sms.send options.tag', 'sms.sendBulk message'],
	...['sms.sendAndWait message', 'voice.send message'],
	...['birthdayCampaign.update message', 'contactList.create listName'],
	...['contactList.create contactFields.df1'],
	...['blocklist.remove reason', 'subAccount.create name', 'subAccount.create password'],
	...['subAccount.topUp username', 'apiToken.create username'],
	'account.getBalance options.onBehalfOf',
];

test.each(PLACES)('no text in a field of %s is more than a text', async (name, call, places) => {
	const parameters = await parametersOf(call, fixture.sandbox);
	const options = { account: fixture.sandbox[call.as ?? 'account'], items: CALL_ITEMS };

	/** What the sandbox's own parser finds in the request; undefined without one. */
	async function seen(changed: INodeParameters, encoding: Encoding) {
		const before = fixture.sandbox.requests().at(-1)?.id ?? 0;
		await remembered.clearAllProcessedItems();
		await fixture.run(changed, { ...options, encoding });
		const made = fixture.sandbox.requests().filter(({ id }) => id > before);
		// An account's first check reads the balance.
		const sent = made.find(({ root }) => root !== 'balance') ?? made[0];
		if (!sent) return undefined;
		const { root, body } = readRequest(sent.body, sent.headers['content-type']);
		return { root, found: texts(body).sort() };
	}

	const carried = new Set<string>();
	for (const place of places) {
		for (const text of HOSTILE) {
			const changed = place.put(parameters, text);
			const json = await seen(changed, 'json');
			expect([place.name, await seen(changed, 'xml')]).toEqual([place.name, json]);
			if (!json) continue;
			expect(json.found.filter((line) => line.startsWith('/user/username: '))).toHaveLength(1);
			if (json.found.some((line) => line.includes(text.trim())))
				carried.add(`${name} ${place.name}`);
		}
	}
	const free = FREE.filter((place) => place.startsWith(`${name} `));
	expect(free.filter((place) => !carried.has(place))).toStrictEqual([]);
});

/** Names and references, which must stay unchanged. All other texts are for people. */
const REFERENCES =
	/ (options\.)?(onBehalfOf|username|password|name|campaignName|externalIds|tag|contactList|listName|reason)$/;

test.each(PLACES)('no text of %s reads backwards', async (name, call, places) => {
	const parameters = await parametersOf(call, fixture.sandbox);
	const options = { account: fixture.sandbox[call.as ?? 'account'], items: CALL_ITEMS };
	const turned: string[] = [];
	for (const place of places) {
		const before = fixture.sandbox.requests().at(-1)?.id ?? 0;
		await fixture.run(place.put(parameters, 'Pay [code] \u2067\u202E000,1\u202C\u2069'), options);
		const sent = fixture.sandbox.requests().filter(({ id }) => id > before);
		const isTurned = sent.some(({ body }) => /[\u202A-\u202E\u2066-\u206F]/.test(body.toString()));
		if (isTurned) turned.push(`${name} ${place.name}`);
	}
	expect(turned.filter((place) => !REFERENCES.test(place))).toEqual([]);
});

test('every one of these fields is there', () => {
	const all = PLACES.flatMap(([name, , places]) => places.map((place) => `${name} ${place.name}`));
	expect(all).toEqual(expect.arrayContaining(FREE));
});
