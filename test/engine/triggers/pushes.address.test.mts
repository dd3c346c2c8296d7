import type { ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';

import { textMePackage } from '../harness/textMePackage.mts';

/** What the editor gets for the field "Address for the Provider". */
async function addresses(parameters: INodeParameters, webhookBaseUrl: string) {
	const { nodeTypes } = await textMePackage();
	const node = nodeTypes.getByNameAndVersion('n8n-nodes-textme.textMeTrigger', 1);
	const context = {
		getCurrentNodeParameter: (name: string) => parameters[name],
		getInstanceBaseUrl: () => 'http://localhost:5678/',
		additionalData: { webhookBaseUrl },
	} as unknown as ILoadOptionsFunctions;
	const list = node.methods?.listSearch?.listAddresses;
	return (await list?.call(context))?.results.map(({ value }) => value);
}

test('the finished address carries the own path and the secret, and a curl line for each feed', async () => {
	const lines = await addresses(
		{ more: { path: '/textme/events' }, protection: { secret: 'a&b' }, addressId: 'id' },
		'https://n8n.example.com/webhook',
	);
	const address = 'https://n8n.example.com/webhook/textme/events?key=a%26b';
	expect(lines?.[0]).toBe(address);
	expect(lines?.slice(1)).toStrictEqual([
		expect.stringMatching(/^curl -i '.*' -d 'external_id=/),
		expect.stringMatching(/^curl -i '.*' -d 'phone=/),
		expect.stringMatching(/^curl -i '.*' -d 'dest=/),
	]);
	expect(lines?.every((line) => String(line).includes(address))).toBe(true);
});

test('an address of the own network comes with a warning', async () => {
	const lines = await addresses({ addressId: 'id' }, 'http://localhost:5678/webhook');
	expect(lines?.[0]).toMatch(/cannot reach/);
	expect(lines?.[1]).toBe('http://localhost:5678/webhook/id');
});
