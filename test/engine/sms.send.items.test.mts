import type { INodeParameters } from 'n8n-workflow';

import { bulkPeople } from './harness/bulkPeople.mts';
import { waitFor } from './harness/deliveryWaits.mts';
import { sendSms } from './harness/smsSend.mts';
import { SubExecution } from './harness/subExecution.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const USE_BULK =
	'For many items use Send Bulk: it texts thousands of them in one request, each with a text of its own.';

test('many items say once that Send Bulk is the faster way', async () => {
	const parameters = sendSms({ phones: '={{ $json.phone }}' });
	expect((await fixture.run(parameters, { items: bulkPeople(19) })).hints).toEqual(['19 accepted']);
	expect((await fixture.run(parameters, { items: bulkPeople(20) })).hints).toEqual([
		USE_BULK,
		'20 accepted',
	]);
});

test.each<[string, INodeParameters]>([
	['Wait for Delivery', waitFor(30)],
	['Tag', { tag: '#' }],
])('nobody is told to use Send Bulk with %s, which it lacks', async (_, options) => {
	const parameters = sendSms({ phones: '={{ $json.phone }}' }, options);
	const { execute: executeWorkflow } = new SubExecution(fixture.credentials());
	const run = { items: bulkPeople(20), executeWorkflow };
	expect((await fixture.run(parameters, run)).hints).toEqual(['20 accepted']);
});
