import { isIsraeli, samePhone } from '../phone.mts';
import { invalid, missing, Refusal } from '../refusal.mts';
import { planSend } from '../sending/planSend.mts';
import { requireSource } from '../sending/requireSource.mts';
import { segmentsOf } from '../sending/segments.mts';
import { text, type Tree } from '../wire/tree.mts';
import type { Root } from './root.mts';

const MINUTE = 60_000;
const CODES = 1_000_000;

/** Several applications of one account have separate codes (gateway-api 4). */
export function codeKey(phone: string, body: Tree): string {
	return `${phone} ${text(body, 'app_id') ?? '1'}`;
}

export function requirePhone(body: Tree): string {
	const phone = text(body, 'phone') ?? '';
	if (phone === '') throw missing('phone');
	if (!isIsraeli(phone)) throw new Refusal(9);
	return samePhone(phone);
}

/** Six predictable digits. The first code begins with 0, because leading zeros are easily lost. */
function nthCode(serial: number): string {
	return String((12_345 + 618_033 * (serial - 1)) % CODES).padStart(6, '0');
}

function range(body: Tree, field: string, fallback: number, least: number, most: number): number {
	const written = text(body, field) ?? String(fallback);
	const value = /^\d{1,2}$/.test(written) ? Number(written) : NaN;
	if (!(value >= least && value <= most)) throw invalid(field);
	return value;
}

function codeText(body: Tree, code: string): string {
	const template = text(body, 'text') ?? 'the code is [code]';
	if (!template.includes('[code]')) throw invalid('text has no [code]');
	return template.replaceAll('[code]', code);
}

export const sendOtp: Root = ({ world, account, body, now }) => {
	const phone = requirePhone(body);
	const source = requireSource(account, text(body, 'source'));
	const triesLeft = range(body, 'max_tries', 3, 3, 5);
	const minutes = range(body, 'valid_time', 5, 1, 15);
	const code = nthCode(++world.state.sequences.code);
	const message = codeText(body, code);
	const { effect } = planSend(
		world,
		account,
		[
			{
				phone,
				reach: 'domestic',
				externalId: '',
				source,
				text: message,
				kind: 'otp',
				speech: undefined,
				segments: segmentsOf(message),
			},
		],
		{
			sendAt: now,
			campaignName: '',
			optOut: undefined,
			quietDays: undefined,
			international: false,
		},
	);
	return {
		// The vendor's page shows the code in the reply (gateway-api 4).
		reply: { status: 0, message: 'The code was sent', code },
		effect: () => {
			effect();
			account.codes.set(codeKey(phone, body), {
				code,
				expiresAt: now + minutes * MINUTE,
				triesLeft,
			});
			world.state.lastCodes.set(phone, code);
		},
	};
};
