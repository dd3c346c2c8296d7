import type { IDataObject } from 'n8n-workflow';

import { phoneOf } from './bulkPeople.mts';
import { parametersFor } from './parametersFor.mts';

export const sendSms = parametersFor('sms', 'send', {
	source: { __rl: true, mode: 'id', value: 'TextMe' },
	phones: '0501234567',
	message: 'Hello',
});

/** The number and the text of each item. */
export const TO_EACH = { phones: '={{ $json.phone }}', message: '={{ $json.text }}' };

/** So many people for `TO_EACH`, each with a text and an order of their own. */
export const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({
		...{ phone: phoneOf(n), text: `Hello ${n}`, order: `order ${n}` },
	}));
