import type { IDataObject } from 'n8n-workflow';
import { bulk, parametersFor, sendSms, sendVoice } from './harness/calls.mts';
import { ask } from './harness/questions.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const texts = () => fixture.sandbox.messages().map(({ text }) => text);
const byReply = { source: '0559000100', responseType: 'smsReply' };
const toEach = { phones: '={{ $json.phone }}' };
const people = (...rows: IDataObject[]) =>
	rows.map((row, n) => ({ phone: `050111111${n}`, name: 'Dana', time: '9:00', ...row }));

describe('a placeholder that finds no such field', () => {
	test.each([
		['SMS Send', sendSms({ ...toEach, message: '=Hello {{ $json.Name }}' })],
		['SMS Send Bulk', bulk({ ...toEach, message: '=Hello {{ $json.Name }}' })],
		['Voice Send', sendVoice({ ...toEach, message: '=Hello {{ $json.Name }}' })],
		['Send and Wait', ask({ ...byReply, ...toEach, message: '=Hello {{ $json.Name }}' })],
	])('stops %s before anything is sent, and says what was meant', async (_, parameters) => {
		for (const items of [people({}), people({}, {}, {})]) {
			const { error } = await fixture.run(parameters, { items });
			expect(error?.message).toBe(
				'\'Message\' has a gap: there is no field "Name"; did you mean "name"? [item 0]',
			);
			expect(fixture.sandbox.requests()).toEqual([]);
		}
	});

	test.each([
		...['Time', 'tme', 'timme', 'tine', 'itme'].map((name) => [
			`{{ $json.${name} }}`,
			`has a gap: there is no field "${name}"; did you mean "time"?`,
		]),
		['{{ $json.tnne }}', 'has a gap: there is no field "tnne"; drag in one of '],
		[
			'{{ $json["first name"] }}',
			'has a gap: there is no field "first name"; drag in one of "phone", "name", "time". To allow a gap, end the expression with ?? \'\'',
		],
		[
			'{{ $json["T - i - m - e"] }}',
			'has a gap: there is no field "T - i - m - e"; did you mean "time"?',
		],
		['{{NAME}}', 'which is no field; did you mean {{ $json.name }}?'],
		['{{ nickname }}', 'which is no field; fields begin with $json, such as {{ $json.phone }}'],
		['{{ $json.name.first }}', 'which gives nothing for this item'],
		["{{ $('Start').item.json.street }}", 'which gives nothing for this item'],
		['{{ $json.price * 1.18 }}', 'has a gap: there is no field "price"'],
		[
			`{{ $json.comments.replace(/${'<[^>]+>|'.repeat(30)}&nbsp;/g, " ") }}`,
			'\'Message\' has a gap: there is no field "comments"',
		],
		['{{ Number($json.name) + 1 }}', 'which gives nothing for this item'],
	])('is named: %s', async (place, reason) => {
		const parameters = sendSms({ ...toEach, message: `=Hi ${place}!` });
		for (const items of [people({}), people({}, {})]) {
			await fixture.expectBadInput(parameters, reason, { items });
		}
	});

	test.each([
		['an empty text', sendSms({ ...toEach, message: '={{ $json.Name }} {{ $json.Time }}' })],
		[
			'a text without its code',
			parametersFor('otp', 'send', {
				...{ source: 'TextMe', phone: '={{ $json.phone }}', text: '=Dear {{ $json.Name }}' },
			})(),
		],
	])('is named instead of %s', async (_, parameters) => {
		const said = 'has a gap: there is no field "Name"; did you mean "name"?';
		for (const items of [people({}), people({}, {})]) {
			await fixture.expectBadInput(parameters, said, { items });
		}
	});

	test.each([
		['{{ nickname }}', 'which is no field; fields begin with $json, such as {{ $json.name }}'],
		['{{ $json.street }}', 'has a gap: there is no field "street"; the item has no fields'],
	])('is named for an item without fields: %s', async (place, reason) => {
		await fixture.expectBadInput(sendSms({ message: `=Hi ${place}!` }), reason);
	});

	test('is a mistake of its row alone, when the node goes on', async () => {
		const items = [...people({}, {}), { phone: '0502222222', time: '10:00' }];
		const { items: output } = await fixture.goOn(
			bulk({ ...toEach, message: '=Hello {{ $json.name }}' }),
			items,
		);
		expect(output.map(({ json }) => json.accepted)).toEqual([true, true, false]);
		expect(output[2]?.json.result).toContain('has a gap: there is no field "name"');
	});

	test('stops a key and a campaign name, too', async () => {
		for (const option of [
			{ idempotencyKey: '=order-{{ $json.order }}' },
			{ campaignName: '={{ $json.order }} sale' },
		]) {
			const given = { items: people({}, {}) };
			await fixture.expectBadInput(
				sendSms(toEach, option),
				'has a gap: there is no field "order"',
				given,
			);
		}
	});

	test.each([
		['subAccount', 'topUp', { username: '=branch-{{ $json.citty }}', amount: 40 }],
		['apiToken', 'create', { username: '=branch-{{ $json.citty }}' }],
		['contactList', 'create', { listName: '=Customers {{ $json.citty }}', ...toEach }],
		['blocklist', 'remove', { reason: '=Asked in {{ $json.citty }}', ...toEach }],
	])('stops a name or a reason, too: %s %s', async (resource, operation, values) => {
		for (const items of [people({ city: 'Haifa' }), people({ city: 'Haifa' }, { city: 'Akko' })]) {
			const { error } = await fixture.run(parametersFor(resource, operation, values)(), { items });
			expect(error?.message).toContain(
				'has a gap: there is no field "citty"; did you mean "city"?',
			);
			expect(fixture.sandbox.requests()).toEqual([]);
		}
	});

	test.each([
		['SMS Send', sendSms({ phones: '={{ $json.Phone }}' }), 'Phone Numbers'],
		['a key', sendSms(toEach, { idempotencyKey: '={{ $json.Phone }}' }), 'Idempotency Key'],
		['optional IDs', sendSms(toEach, { externalIds: '={{ $json.Phone }}' }), 'External IDs'],
		[
			'an optional list',
			bulk({ ...toEach, message: 'Hi' }, { contactList: '={{ $json.Phone }}' }),
			'Contact List Name or ID',
		],
		[
			'a sender',
			sendSms({ ...toEach, source: { __rl: true, mode: 'value', value: '={{ $json.Phone }}' } }),
			'Sender',
		],
		[
			'a field of a contact',
			parametersFor('contactList', 'addContacts', {
				...{ ...toEach, contactList: { __rl: true, mode: 'id', value: '21501' } },
				contactFields: { df1: '={{ $json.Phone }}' },
			})(),
			'Dynamic Field 1',
		],
	])('is named where it is the whole value: %s', async (_, parameters, label) => {
		const said = `'${label}' has a gap: there is no field "Phone"; did you mean "phone"?`;
		for (const items of [people({}), people({}, {}, {})]) {
			await fixture.expectBadInput(parameters, said, { items });
		}
	});

	test('does no harm in a list of numbers, and leaves an optional field empty', async () => {
		const phones = '={{ $json.phone }}, {{ $json.Mobile }}';
		for (const externalIds of ['={{ $json.order }}', '={{ $json.phone2 }}']) {
			await fixture.runWell(sendSms({ phones }, { externalIds }), { items: people({}) });
			await fixture.runWell(sendSms({ phones }, { externalIds }), { items: people({}, {}) });
		}
		expect(texts()).toHaveLength(6);
	});

	test('is an error of the owner in Reply, whose text of an agent texts nobody behind a plain trigger', async () => {
		const reply = parametersFor('sms', 'reply', { message: '={{ $json.output }}' });
		const items = ['a', 'b'].map((eventId, n) => ({
			...{ eventId, phone: `050111111${n}`, to: '0559000100', message: 'Hi' },
		}));
		const { error } = await fixture.run(reply(), { items });
		expect(error?.message).toBe(
			'\'Message\' has a gap: there is no field "output"; drag in one of "eventId", "phone", "to", "message" [item 0]',
		);
		expect(texts()).toEqual([]);
	});
});

describe('a field that is there and empty', () => {
	test.each([
		['in one item', people({ name: '' }), [0]],
		['in one of many', people({}, { name: null }, {}), [1]],
	])('goes out with a warning: %s', async (_, items, empty) => {
		const { items: output } = await fixture.runWell(
			sendSms({ ...toEach, message: '=Hello {{ $json.name }}, {{ $json.time }}' }),
			{ items },
		);
		const warned = "Accepted, with a warning: 'Message' has nothing in place of {{ $json.name }}.";
		expect(output.map(({ json }) => json.result)).toEqual(
			items.map((__, n) => (empty.includes(n) ? warned : 'Accepted')),
		);
		expect(texts()).toHaveLength(items.length);
	});

	test('is told above the output, with its items', async () => {
		const { hints } = await fixture.run(bulk({ ...toEach, message: '=Hello {{ $json.name }}' }), {
			items: people({}, { name: '' }, {}, { name: null }),
		});
		expect(hints).toContain("'Message' has nothing in place of {{ $json.name }} (items 1, 3).");
	});

	test('is told without the whole of a long expression', async () => {
		const stripped = (code: string) =>
			`=Hi {{ ${code}.replace(/${'<[^>]+>|'.repeat(30)}x/g, "") }}`;
		for (const [code, shown] of [
			['$json.name', '"name"'],
			['$("Start").item.json["name"]', '"name"'],
		] as const) {
			const { hints } = await fixture.run(sendSms({ ...toEach, message: stripped(code) }), {
				items: people({ name: '<b>' }).map((one) => ({ ...one, name: '' })),
			});
			expect(hints.join()).toContain(`'Message' has nothing in place of ${shown}.`);
		}
	});

	test.each([`{{ $json.name.replace(/:''/g, '') }}`, `{{ ({ yes: '', no: 'x' })['yes'] }}`])(
		'is told where another empty text is in the placeholder: %s',
		async (place) => {
			const { hints } = await fixture.run(sendSms({ ...toEach, message: `=Hello ${place}!` }), {
				items: people({ name: '' }),
			});
			expect(hints.join()).toContain("'Message' has nothing in place of {{ ");
		},
	);

	test.each([
		"{{ $json.nickname ?? '' }}",
		'{{ $json.name || "" }}',
		`{{ $json.time === '7:00' ? 'early bird' : '' }}`,
	])('is allowed where the placeholder says so: %s', async (place) => {
		const { items } = await fixture.runWell(sendSms({ ...toEach, message: `=Hello ${place}!` }), {
			items: people({ name: '' }, { name: '' }),
		});
		expect(items.map(({ json }) => json.accepted)).toEqual([true, true]);
		expect(texts()).toEqual(['Hello !', 'Hello !']);
		// The owner asked for this gap, so there is no warning.
		expect(items.map(({ json }) => json.result)).toEqual(['Accepted', 'Accepted']);
	});
});
