import { parametersFor } from './parametersFor.mts';

export const sendSms = parametersFor('sms', 'send', {
	source: { __rl: true, mode: 'id', value: 'TextMe' },
	phones: '0501234567',
	message: 'Hello',
});

/** The number and the text of each item. */
export const TO_EACH = { phones: '={{ $json.phone }}', message: '={{ $json.text }}' };
