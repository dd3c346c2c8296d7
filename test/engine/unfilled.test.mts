import {
	CALL_ITEMS,
	OPERATION_CALLS,
	OPERATIONS,
	parametersOf,
} from './harness/operationCalls.mts';
import { bulkByPath, sendSms } from './harness/calls.mts';
import { textPlaces } from './harness/hostileValues.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { ask } from './harness/questions.mts';
import { optionsOf } from '../../nodes/TextMe/describe';

const fixture = useSandbox();

/** Fields of n8n that nothing fills in, as people write them, and what the error shows. */
const UNFILLED = [
	["={{ 'parcel-${$json.id}' }}", '$json.id'],
	['order-$json.id', '$json.id'],
	['=order-$json["order id"]', '$json["order id"]'],
	['Hi $json.name', '$json.name'],
	['=Hi ${$json.name}', '$json.name'],
	["Hi $('Form').item.json.name", "$('Form').item.json.name"],
	['=Hi $node["Form"].json.name', '$node["Form"].json.name'],
	['Hi $input.first().json.name', '$input.first().json.name'],
	['Hi {{ $json.name }', '$json.name'],
	['Hi $node.Form.json.name', '$node.Form.json.name'],
] as const;

const items = [{ phone: '0501111111', id: 7, name: 'Dana', to: '0559000100' }];

describe.each(UNFILLED)('%s', (text, place) => {
	test('is refused as a key, a name, an ID and a text, and says how to write it', async () => {
		for (const parameters of [
			sendSms({}, { idempotencyKey: text }),
			sendSms({}, { campaignName: text }),
			sendSms({}, { externalIds: text }),
			sendSms(
				{},
				{ externalIds: text.startsWith('=') ? text : `={{ [${JSON.stringify(text)}] }}` },
			),
			sendSms({ message: text }),
			sendSms({ message: 'See [link-1]' }, { links: { link: [{ id: '1', url: text }] } }),
			bulkByPath({ message: text }),
			ask({ message: text }),
		]) {
			await fixture.expectBadInput(
				parameters,
				/ contains "\$.*", which n8n has not filled in; drag the field in, or switch to Expression and write \{\{ /,
				{ items },
			);
			const { error } = await fixture.run(parameters, { items });
			expect(error?.message).toContain(`write {{ ${place} }}`);
		}
	});
});

test('comes from the data, too', async () => {
	await fixture.expectBadInput(bulkByPath(), /contains "\$json.name"/, {
		items: [{ phone: '0501111111', message: 'Hi $json.name' }],
	});
});

const calls = OPERATION_CALLS.map((call) => [call.operation, call] as const);

test.each(calls)('no text place of %s takes it', async (name, call) => {
	const operation = OPERATIONS.get(name)!;
	const usual = await parametersOf(call, fixture.sandbox);
	fixture.sandbox.reset();
	const passed: string[] = [];
	for (const place of textPlaces(operation, optionsOf(operation))) {
		const parameters = place.put({ ...usual }, 'Hi $json.name');
		await fixture.run(parameters, {
			items: CALL_ITEMS,
			account: fixture.sandbox[call.as ?? 'account'],
		});
		const sent = JSON.stringify(fixture.sandbox.requests());
		if (sent.includes('$json')) passed.push(place.name);
		fixture.sandbox.reset();
	}
	expect(passed).toEqual([]);
});

test.each([
	...['$5 off', 'pay {amount} in cash', 'https://shop.example/?$filter=price&$top=5', 'US$ 20'],
	...['Costs $20.50 now', 'https://shop.example/$item.html', 'A$AP', '$now or later', '$(5)'],
	...['Buy $input today', 'The $env. is set', '$node.js', '2 for $item(s)'],
])('text with a dollar goes out: %s', async (message) => {
	await fixture.runWell(sendSms({ message }));
	expect(fixture.sandbox.messages()[0]?.text).toBe(message);
});
