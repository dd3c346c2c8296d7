import { firewallPage } from '../../../gateway/firewallPage';
import { FIREWALL_PAGE } from '../../../sandbox/wire/answer.mts';

const SCRIPT = '<script src="/_Incapsula_Resource?SWJIYLWA=719&ns=2"></script>';
const F5 =
	'<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 4045204596866416688<br></body></html>';
const CLOUDFLARE =
	'<!DOCTYPE html>\n<!--[if lt IE 7]> <html class="no-js"> <![endif]--><head><title>Attention Required! | Cloudflare</title></head><body><h1>Sorry, you have been blocked</h1><span>Cloudflare Ray ID: <strong>8c1d2e3f4a5b6c7d</strong></span></body></html>';

test.each<[firewall: string, page: string, incident: string]>([
	['Imperva', FIREWALL_PAGE, ' (Incapsula incident ID: 1234000560078-900)'],
	[
		'Imperva without words',
		`<html><head><title>x</title>${SCRIPT}</head><body>\n</body></html>`,
		'',
	],
	[
		'Imperva in a frame',
		'<html><body>Wait<iframe src="/_Incapsula_Resource?a=1"></body></html>',
		'',
	],
	['Imperva with a byte order mark', `\uFEFF\n<html>${SCRIPT}</html>`, ''],
	['F5', F5, ' (support ID is: 4045204596866416688)'],
	['F5 without a number', F5.replace(/\d{9,}/, ''), ''],
	[
		'F5 with an endless number',
		F5.replace(/\d{9,}/, '4'.repeat(9_000)),
		` (support ID is: ${'4'.repeat(45)})`,
	],
	['Cloudflare', CLOUDFLARE, ' (Cloudflare Ray ID: 8c1d2e3f4a5b6c7d)'],
	['Imperva in few words', `<html><body>Request unsuccessful.${SCRIPT}</body></html>`, ''],
])('knows the page of %s', (_, page, incident) => {
	expect(firewallPage(page)).toEqual({
		meaning: 'A firewall in front of the service refused the request',
		hint: `Nothing was sent. Try again later. If that does not help, ask the support of the service to let the outgoing IP address of your n8n through their firewall${incident}.`,
		mayHaveArrived: false,
		retryable: true,
	});
});

test.each([
	['nothing', ''],
	[
		'its word before a frame of another',
		'<html class="_Incapsula_Resource"><body>Fatal error<iframe src="/x"></iframe></body></html>',
	],
	[
		'a page of the server with the script of Imperva',
		`<html><body>Fatal error${SCRIPT}</body></html>`,
	],
	[
		'a page that names Cloudflare',
		'<html><body>cloudflare: 522 Connection timed out</body></html>',
	],
	['a maintenance page', '<html><body>We will be back soon</body></html>'],
	['a text', 'Incapsula incident ID: 1234-5678'],
	['a broken reply', '{"status":0,"message":"<html>Incapsula incident ID: 1-2'],
	['a broken XML reply', '<sms><message><![CDATA[<html>Incapsula incident ID: 1-2'],
])('takes %s for no page of a firewall', (_, page) => {
	expect(firewallPage(page)).toBeUndefined();
});

// In a time that grows faster than the page, none of these would come to an end.
test.each(['<!--', '<script', 'cloudflare ', '<', 'support ID is '])(
	'reads a page that is built to take long, of %s',
	(part) => {
		expect(firewallPage(`<html>_Incapsula_Resource${part.repeat(1_000_000)}`)).toBeUndefined();
	},
);
