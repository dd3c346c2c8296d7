import { parametersFor } from './parametersFor.mts';

/** SMS Send, of one text to one person. */
export const sendSms = parametersFor('sms', 'send', {
	source: { __rl: true, mode: 'id', value: 'TextMe' },
	phones: '0501234567',
	message: 'Hello',
});
