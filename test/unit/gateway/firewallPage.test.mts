import { firewallPage } from '../../../gateway/replies/transport';
import { FIREWALL_PAGE } from '../../../sandbox/wire/answer.mts';

const SCRIPT = '<script src="/_Incapsula_Resource?SWJIYLWA=719&ns=2"></script>';
test.each<[firewall: string, page: string, incident: string]>([
	['Imperva', FIREWALL_PAGE, ' (Incapsula incident ID: 1234000560078-900)'],
	['Imperva without words', `<html><title>x</title>${SCRIPT}<body>\n</body></html>`, ''],
	[
		'Imperva with an endless number',
		`<html>Incapsula incident ID: ${'4'.repeat(9_000)}</html>`,
		` (Incapsula incident ID: ${'4'.repeat(40)})`,
	],
	['Imperva in a frame', '<html>Wait<iframe src="/_Incapsula_Resource?a=1"></html>', ''],
	['Imperva in few words', `<html><body>Request unsuccessful.${SCRIPT}</body></html>`, ''],
])('knows the page of %s', (_, page, incident) => {
	expect(firewallPage(page)).toEqual({
		meaning: 'A firewall in front of the service refused the request',
		hint: `Try again later. If that does not help, ask the support of the service to let the outgoing IP address of your n8n through their firewall${incident}.`,
		outcome: 'rejected',
		retryable: true,
	});
});

test.each([
	['nothing', ''],
	['its word before another frame', '<html class="_Incapsula_Resource">Error<iframe src="/x">'],
	['a page of the server with its script', `<html><body>Fatal error${SCRIPT}</body></html>`],
	['a long page', `<html>${' '.repeat(5000)}Incapsula incident ID: 1234-5678</html>`],
	['a text', 'Incapsula incident ID: 1234-5678'],
	['a broken XML reply', '<sms><message><![CDATA[<html>Incapsula incident ID: 1-2'],
])('takes %s for no page of a firewall', (_, page) => {
	expect(firewallPage(page)).toBeUndefined();
});

// If the time grew faster than the page, these tests would never end.
test.each(['<!--', '<script', '<iframe', '<'])('reads a page built to take long: %s', (part) => {
	expect(firewallPage(`<html>_Incapsula_Resource${part.repeat(1_000_000)}`)).toBeUndefined();
});
