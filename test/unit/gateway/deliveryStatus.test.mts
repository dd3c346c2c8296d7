import { deliveryStatus, DELIVERY_STATUS_CODES } from '../../../gateway/events/deliveryReport';
import type { DeliveryState } from '../../../gateway/events/deliveryReport';

const TO_132 = Array.from({ length: 24 }, (_, n) => 109 + n);

/** gateway-api, section 11. */
const STATES: Array<[DeliveryState, number[]]> = [
	['delivered', [0, 102]],
	['sentUnconfirmed', [-1, 2]],
	['expired', [103]],
	['blocked', [7, 15, 16, 17, 18, 201, 998]],
	['failed', [1, 3, 4, 5, 6, 14, 101, 104, 105, 106, 107, 108, ...TO_132, 747, 999]],
];
const NOT_FINAL = [-1, 747];

test.each(STATES.flatMap(([state, codes]) => codes.map((code) => [code, state] as const)))(
	'reads the status of a delivery: %i is %s',
	(code, state) => {
		const status = { code, state, final: !NOT_FINAL.includes(code) };
		expect(deliveryStatus(code)).toMatchObject(status);
		expect(deliveryStatus(String(code))).toMatchObject(status);
		expect(deliveryStatus(` ${code} `).meaning).toMatch(/^[A-Z]/);
	},
);

test('there are no other codes', () => {
	const codes = STATES.flatMap(([, group]) => group).sort((a, b) => a - b);
	expect([...DELIVERY_STATUS_CODES].sort((a, b) => a - b)).toEqual(codes);
});

test.each([133, -2, 0.5])('calls the unlisted status %d no failure', (code) => {
	expect(deliveryStatus(code)).toMatchObject({ state: 'unknown', final: false });
});

test.each([undefined, ' ', 'Delivered', '0x0', '1e2', '102.0', NaN])(
	'takes %j for no code, and above all not for delivered',
	(code) => {
		expect(deliveryStatus(code)).toEqual({
			code: undefined,
			state: 'unknown',
			final: false,
			meaning: 'Unknown status',
		});
	},
);
