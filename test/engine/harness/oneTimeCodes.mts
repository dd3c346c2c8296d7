import type { INodeParameters } from 'n8n-workflow';
import { parametersFor } from './calls.mts';

// Must not contain the digits of the sandbox's first code.
export const PHONE = '0527654321';

export const sendCode = parametersFor('otp', 'send', {
	source: { __rl: true, mode: 'list', value: 'TextMe' },
	phone: PHONE,
	text: 'Your code for MyShop is [code]',
});

export const verifyCode = (code: unknown, options: INodeParameters = {}, phone = PHONE) =>
	({ resource: 'otp', operation: 'verify', phone, code, options }) as INodeParameters;
