import { bulkPeople } from './harness/bulkPeople.mts';
import { sendSms } from './harness/smsSend.mts';
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

test('nobody is told to use Send Bulk with Tag, which it lacks', async () => {
	const parameters = sendSms({ phones: '={{ $json.phone }}' }, { tag: '#' });
	const { hints } = await fixture.run(parameters, { items: bulkPeople(20) });
	expect(hints).toEqual(['20 accepted']);
});
