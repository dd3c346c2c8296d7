import { readFileSync } from 'node:fs';
import { getByExternalId } from './harness/reports.mts';
import { sendSms } from './harness/calls.mts';
import { useSandbox, type Encoding } from './harness/useSandbox.mts';

const fixture = useSandbox();

interface Met {
	name: string;
	root: string;
	encoding: Encoding;
	reply: string;
}
const { calls } = JSON.parse(readFileSync('test/transcripts/met.json', 'utf8')) as { calls: Met[] };
const met = (name: RegExp, root = 'sms') =>
	calls.filter((call) => name.test(call.name) && call.root === root);

test.each(met(/row 6/))('gives the shipment of $name in $encoding', async ({ encoding, reply }) => {
	const { items } = await fixture.runWithReply(reply, sendSms(), { encoding });
	expect(items[0]?.json).toMatchObject({ accepted: true, shipmentId: '890578760' });
	expect(items[0]?.json).not.toHaveProperty('warning');
});

test.each(met(/row 7/))('says what $name means in $encoding', async ({ encoding, reply }) => {
	const { error } = await fixture.runWithReply(reply, sendSms(), { encoding });
	expect(error?.message).toBe('The service does not know the API token (status 3) [item 0]');
	expect(error?.description).toContain('Username or password is incorrect or Expired');
	expect(error?.context).toMatchObject({ outcome: 'rejected', retryable: false });
});

test.each(met(/row 2/))('explains $name of a list in $encoding', async ({ encoding, reply }) => {
	const { error } = await fixture.runWithReply(reply, sendSms(), { encoding });
	expect(error?.message).toBe('The sender is not verified (status 512) [item 0]');
	expect(error?.description).toContain('verify it with Sender, Verify');
});

test.each(met(/row 9/, 'dlr'))('reads $name in $encoding', async ({ encoding, reply }) => {
	const look = getByExternalId({ externalIds: 'order-1042' });
	const { items, error } = await fixture.runWithReply(reply, look, { encoding });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({
		externalId: 'order-1042',
		state: 'delivered',
		status: 102,
		date: '2021-03-15T20:18:00+02:00',
		shipmentId: '890578760',
		...(encoding === 'json' && { operator: 'Cellcom' }),
	});
});
