import { createList, sendSms, TO_EACH } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const TEXTS = ['a', 'b', 'c', '', 'e'];
const ROWS = ['0501111111', '0502222222', '050', '0504444444', '0505555555'].map((phone, n) => ({
	...{ phone, text: TEXTS[n] ?? '' },
}));

test('names all mistakes of a run at once, by item', async () => {
	const { error } = await fixture.run(sendSms(TO_EACH), { items: ROWS });
	expect(error?.message).toMatch(
		/^2 of 5 items have a mistake: 'Phone Numbers' is not a phone number \("050"\).* \[item 2\]; 'Message' is empty; .* \[item 3\]$/,
	);
	expect(error?.description).toBe(
		"Nothing was sent (0 of 5). To let the other items through, open the settings of the node and set 'On Error' to 'Continue'.",
	);
	expect(fixture.sandbox.requests()).toEqual([]);
});

test('does not recommend to go on after a mistake in a field without an expression', async () => {
	const { error } = await fixture.run(sendSms(TO_EACH, { timing: '2020-01-01T10:00' }), {
		items: ROWS.slice(0, 2),
	});
	expect(error?.message).toMatch(/^'Schedule' is in the past .* \[item 0\]$/);
	expect(error?.description).toBe('Nothing was sent (0 of 2).');
});

test('names them for an operation that sends nothing, too', async () => {
	const { error } = await fixture.run(createList({ phones: '={{ $json.phone }}' }), {
		items: ROWS.concat(ROWS),
	});
	expect(error?.message).toMatch(
		/^2 of 10 items have a mistake: 'Phone.* \[item 2\]; .* \[item 7\]$/,
	);
});
