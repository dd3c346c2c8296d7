export type DeliveryState =
	| 'delivered'
	| 'failed'
	| 'blocked'
	| 'expired'
	| 'sentUnconfirmed'
	| 'unknown';

export interface DeliveryStatus {
	/** The code as a number; undefined if the report has none. */
	code: number | undefined;
	state: DeliveryState;
	/** Whether the gateway will report no further status. */
	final: boolean;
	meaning: string;
}

type Row = [code: number, state: DeliveryState, final: boolean, meaning: string];

const CARRIER_CODES = { from: 109, to: 132 } as const;

// Assumptions: deliveryStatuses, finalStatuses
/** Source: gateway-api, section 11. Here 0 means delivered, unlike the status of a request. */
const ROWS: readonly Row[] = [
	// A confirmation may still follow.
	[-1, 'sentUnconfirmed', false, 'Sent, the carrier gave no confirmation'],
	[0, 'delivered', true, 'Delivered'],
	[1, 'failed', true, 'Not delivered'],
	// The message may have arrived: only its confirmation timed out. With 103 it did not arrive.
	[2, 'sentUnconfirmed', true, 'Sent, no confirmation came in time'],
	[3, 'failed', true, 'Not delivered'],
	[4, 'failed', true, 'Not delivered by the mobile network'],
	[5, 'failed', true, 'Not delivered'],
	[6, 'failed', true, 'Not delivered'],
	[7, 'blocked', true, 'Not sent, no balance'],
	[14, 'failed', true, 'Not delivered by the mobile network after store and forward'],
	[15, 'blocked', true, 'Filtered (Kosher) number, which receives no messages'],
	[16, 'blocked', true, 'Sending not permitted at that hour'],
	[17, 'blocked', true, 'Blocked for advertising messages'],
	[18, 'blocked', true, 'Message not legal'],
	[101, 'failed', true, 'Not delivered'],
	[102, 'delivered', true, 'Delivered'],
	[103, 'expired', true, 'Expired before it could be delivered'],
	[104, 'failed', true, 'Deleted before it could be delivered'],
	[105, 'failed', true, 'Not delivered'],
	[106, 'failed', true, 'Not delivered'],
	[107, 'failed', true, 'Not delivered'],
	[108, 'failed', true, 'Rejected by the network'],
	...Array.from({ length: CARRIER_CODES.to - CARRIER_CODES.from + 1 }, (_, index): Row => [
		CARRIER_CODES.from + index,
		'failed',
		true,
		'Not delivered (carrier-specific reason)',
	]),
	[201, 'blocked', true, 'Blocked on request of the recipient'],
	// The recipient may come back into coverage. The public record does not say whether another report follows.
	[747, 'failed', false, 'Recipient outside the coverage of the local networks'],
	[998, 'blocked', true, 'No permission to send'],
	[999, 'failed', true, 'Not delivered for a reason the carrier does not know'],
];

const BY_CODE: ReadonlyMap<number, DeliveryStatus> = new Map(
	ROWS.map(([code, state, final, meaning]) => [code, { code, state, final, meaning }]),
);

export const DELIVERY_STATUS_CODES: readonly number[] = [...BY_CODE.keys()];

const CODE = /^\s*([+-]?\d{1,9})\s*$/;

/**
 * The meaning of a delivery report's status. An unknown code is `unknown` and not final, never a failed delivery.
 * Source: gateway-api, section 11.
 */
export function deliveryStatus(code: string | number | undefined): DeliveryStatus {
	const digits = CODE.exec(String(code ?? ''))?.[1];
	const number = digits === undefined ? undefined : Number(digits);
	const known = number === undefined ? undefined : BY_CODE.get(number);
	return known ?? { code: number, state: 'unknown', final: false, meaning: 'Unknown status' };
}
