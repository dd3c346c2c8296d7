import { bulkByPath, sendSms } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** Fields of n8n that nothing fills in, as people write them, and what the error shows. */
const UNFILLED = [
	["={{ 'parcel-${$json.id}' }}", '$json.id'],
	['=order-$json["order id"]', '$json["order id"]'],
	["Hi $('Form').item.json.name", "$('Form').item.json.name"],
	['Hi {{ $json.name }', '$json.name'],
] as const;

const items = [{ phone: '0501111111', id: 7, name: 'Dana', to: '0559000100' }];

test.each(UNFILLED)('%s is refused, and the error says how to write it', async (text, place) => {
	const list = text.startsWith('=') ? text : `={{ [${JSON.stringify(text)}] }}`;
	for (const parameters of [
		sendSms({ message: text }),
		sendSms({}, { idempotencyKey: text }),
		sendSms({}, { externalIds: list }),
		sendSms({ message: 'See [link-1]' }, { links: { link: [{ id: '1', url: text }] } }),
	]) {
		const { error } = await fixture.expectBadInput(
			parameters,
			/ contains "\$.*", which n8n has not filled in; drag the field in, or switch to Expression and write \{\{ /,
			{ items },
		);
		expect(error?.message).toContain(`write {{ ${place} }}`);
	}
});

test.each(['$json.name', '{{first_name}}'])('comes from the data, too: %s', async (place) => {
	for (const parameters of [bulkByPath(), sendSms({ message: '={{ $json.message }}' })]) {
		const given = { items: [{ phone: '0501111111', message: `Hi ${place}` }] };
		await fixture.expectBadInput(parameters, `contains "${place}", which n8n has not`, given);
	}
});
