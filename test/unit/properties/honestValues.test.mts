import type { IExecuteFunctions } from 'n8n-workflow';

import { readBlocklistEntry } from '../../../gateway/events/blocklistEntry';
import { readDeliveryReport } from '../../../gateway/events/deliveryReport';
import { normalizePhone } from '../../../gateway/phones/phone';
import { checkLink } from '../../../gateway/values/checks';
import { checkComplete } from '../../../nodes/TextMe/parameters/unintended';
import { arrivalOf, takeNew } from '../../../nodes/events/arrival';
import { checkEventChoices } from '../../../nodes/events/eventFields';
import { readEventFilter } from '../../../nodes/events/pushEvent';
import { SharedRow } from '../memory/sharedRow.mts';

let ids = 0;
function worker(row: SharedRow, isBeside: boolean) {
	const id = String(++ids);
	const types = isBeside ? ['textMeTrigger', 'textMePollingTrigger'] : ['textMeTrigger'];
	return {
		...row.startProcess(() => 0, Infinity),
		getWorkflow: () => ({ id }),
		getExecutionId: () => String(++ids),
		getMode: () => 'webhook',
		getNode: () => ({ id, name: 'T', type: 'n8n-nodes-textme.textMeTrigger' }),
		getChildNodes: () => [{ name: 'After' }],
		getParentNodes: () => types.map((type) => ({ type: `n8n-nodes-textme.${type}` })),
	} as unknown as IExecuteFunctions;
}
const optOut = (phone: string) =>
	arrivalOf(
		{ event: 'blocklistAddition', ...readBlocklistEntry({ dest: phone, date: '01/05/26 10:30' }) },
		{},
	);
const blocked = (phone: string) =>
	arrivalOf(
		{
			event: 'deliveryReport',
			...readDeliveryReport({
				external_id: 'sale',
				shipment_id: '1',
				status: '201',
				phone,
				date: '01/05/26 10:30:07',
			}),
		},
		{},
	);

test.each([
	['050****567', '0521112367'],
	['0501234567', '054****367'],
	['050***4567', '0521119967'],
])(
	'two people who opt out in a minute are two, though their last two digits are the same: %s, %s',
	async (one, other) => {
		const context = worker(new SharedRow(), true);
		expect(await takeNew(context, [optOut(one)])).toHaveLength(1);
		expect(await takeNew(context, [optOut(other)])).toHaveLength(1);
	},
);

test('reports of two people with one external ID are two', async () => {
	const context = worker(new SharedRow(), false);
	expect(await takeNew(context, [blocked('0501234567'), blocked('0521234567')])).toHaveLength(2);
	expect(await takeNew(context, [blocked('0541234567')])).toHaveLength(1);
	expect(await takeNew(context, [blocked('0541234567')])).toHaveLength(0);
});

test.each([
	['47 901 23 050', '4790123050'],
	['47 905 61 072', '4790561072'],
	['50-123-45-02', '0501234502'],
	['(54) 123-45-08', '0541234508'],
])('takes %s, which is a number as it stands', (written, number) => {
	expect(normalizePhone(written, { international: true })).toBe(number);
});

test.each([
	['Allergies: None', "=Allergies: {{ $json.a || 'None' }}", 'None'],
	['Room: N/A', '=Room: {{ $json.a ?? "N/A" }}', 'N/A'],
])('what the owner wrote for a gap is no gap: %s', (text, written, value) => {
	expect(() => checkComplete(text, written, () => value)).not.toThrow();
});

test.each([
	['incomingMessage,deliveryReport', {}],
	[' incomingMessage', {}],
	[['incomingMessage '], {}],
	[['incomingMessage'], { keywordMatch: 'whole ', keywords: 'stop' }],
])(
	'what is taken for a choice when publishing is one when events arrive: %j %j',
	(events, filters) => {
		const node = { name: 'T', type: 't' } as never;
		expect(() => checkEventChoices(node, events, filters)).not.toThrow();
		const event = { event: 'incomingMessage', eventId: '1', message: 'stop' };
		expect(readEventFilter(events, filters)(event)).toBe(true);
	},
);

test('keeps the joiners that a link is written with', () => {
	const link = 'https://fa.wikipedia.org/wiki/می\u200Cخواهم';
	expect(checkLink(`\u200F${link}\u200B`)).toBe(link);
});
