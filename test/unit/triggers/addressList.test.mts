import { isInRanges, isReachable, readRange } from '../../../nodes/connection/addressList';

test.each([
	['203.0.113.7', '203.0.113.7', true],
	['203.0.113.7', '203.0.112.0/23', true],
	['203.0.114.7', '203.0.112.0/23', false],
	['203.0.113.7', '0.0.0.0/0', true],
	['::ffff:203.0.113.7', '203.0.113.7', true],
	['::ffff:cb00:7107', '203.0.114.0/24', false],
	['203.0.113.7', '::ffff:203.0.113.7', true],
	['2001:db8::1', '2001:DB8:0:0:0:0:0:1', true],
	['2001:db9::1', '2001:db8::/32', false],
	['fe80::1%eth0', 'fe80::/10', true],
	['::', '::1/127', true],
	['', '0.0.0.0/0', false],
	['203.0.113.7', 'not a range', false],
])('knows whether an address is in a list: %s in %s, %s', (address, range, expected) => {
	expect(isInRanges(address, [range])).toBe(expected);
});

test.each([
	...['203.0.113', '256.1.1.1', '1.2.3.4/33', '1.2.3.4/', '1.2.3.4/1/2', ':::', '1::2::3', 'x'],
])('takes %s for no range', (text) => {
	expect(readRange(text)).toBeUndefined();
});

test.each([
	...['https://n8n.example.com/webhook/1', 'https://203.0.113.7:8443/webhook/1'],
	...['https://[2001:db8::1]/w', 'http://172.32.0.1/w', 'https://n8n.example.com./w'],
])('knows that the service can reach %s', (url) => {
	expect(isReachable(url)).toBe(true);
});

test.each([
	...['http://localhost:5678/webhook/1', 'http://127.0.0.1:5678/webhook/1'],
	...['http://[::1]:5678/webhook/1', 'http://192.168.1.5/webhook/1'],
	...['http://172.31.0.1/w', 'http://10.0.0.1/w', 'http://n8n/w', 'http://127.1/w', 'nonsense'],
	...['http://2130706433/w', 'http://localhost./w', 'http://n8n.local./w'],
])('knows that the service cannot reach %s', (url) => {
	expect(isReachable(url)).toBe(false);
});
