import type { IHookFunctions, INodeParameters } from 'n8n-workflow';
import { NO_CHOICES } from '../harness/noChoices.mts';
import { textMePackage } from '../harness/textMePackage.mts';

/** What n8n does when the workflow is published. */
async function publish(parameters: INodeParameters): Promise<boolean | undefined> {
	const { nodeTypes } = await textMePackage();
	const node = nodeTypes.getByNameAndVersion('n8n-nodes-textme.textMeTrigger', 1);
	const methods = 'webhookMethods' in node ? node.webhookMethods?.default : undefined;
	const context = {
		getNode: () => ({ name: 'TextMe Trigger' }),
		getNodeParameter: (name: string, fallback: unknown) => {
			const value = parameters[name] ?? fallback;
			// n8n throws for fields that are not shown.
			if (value === undefined) throw new Error(`Could not get parameter "${name}"`);
			return value;
		},
	} as unknown as IHookFunctions;
	expect(await methods?.checkExists.call(context)).toBe(false);
	return await methods?.create.call(context);
}

test.each([
	[{}],
	[{ events: ['incomingMessage'], filters: { keywordMatch: 'whole', deliveryStates: [] } }],
	[{ events: 'incomingMessage', filters: { deliveryStates: 'failed, expired', finalOnly: true } }],
	[{ events: 'incomingMessage,deliveryReport', filters: { keywordMatch: 'whole ' } }],
	[{ more: { allowedAddresses: '203.0.113.7, 2001:db8::/32' } }],
	[{ more: { path: ' textme/delivery ' } }],
	[{ more: { quietSeconds: 60 } }],
])('publishes a trigger with %j', async (parameters) => {
	expect(await publish(parameters)).toBe(true);
});

test.each([
	[{ more: { allowedAddresses: '203.0.113' } }, /'Allowed Source Addresses' has "203.0.113"/],
	[{ more: { allowedAddresses: '' } }, /'Allowed Source Addresses' is empty/],
	[{ more: { allowedAddresses: undefined } }, /'Allowed Source Addresses' is empty/],
	[{ more: '' }, /'Options' is empty/],
	[{ more: { quietSeconds: 61 } }, /'Quiet Period \(Seconds\)' is "61"/],
	[{ more: { quietSeconds: -1 } }, /'Quiet Period \(Seconds\)' is "-1"/],
	[{ more: { quietSeconds: 'soon' } }, /'Quiet Period \(Seconds\)' is "soon"/],
	[{ more: { quietSeconds: '' } }, /'Quiet Period \(Seconds\)' is ""/],
	[{ more: { path: 'a/:b' } }, /'Own Path' is "a\/:b"/],
	[{ more: { path: 'דיווח' } }, /'Own Path'/],
	...NO_CHOICES,
])('refuses to publish %j, and names the field', async (parameters, message) => {
	await expect(publish(parameters as INodeParameters)).rejects.toThrow(message);
});
