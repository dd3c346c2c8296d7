import { missing } from '../refusal.mts';
import { text } from '../wire/tree.mts';
import type { Root } from './root.mts';
import { codeKey, requirePhone } from './sendOtp.mts';

/** 12 for wrong, expired, used up and never sent: no other status is documented (gateway-api 4). */
export const validateOtp: Root = ({ account, body, now }) => {
	const key = codeKey(requirePhone(body), body);
	const code = text(body, 'code') ?? '';
	if (code === '') throw missing('code');
	const sent = account.codes.get(key);
	const open = sent !== undefined && sent.triesLeft > 0 && sent.expiresAt > now;
	if (open && sent.code === code) {
		return {
			reply: { status: 0, message: 'The code is verified' },
			effect: () => account.codes.delete(key),
		};
	}
	return {
		reply: { status: 12, message: 'The code is not verified' },
		effect: () => {
			if (sent !== undefined) sent.triesLeft--;
		},
	};
};
