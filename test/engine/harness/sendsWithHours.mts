import type { INodeParameters } from 'n8n-workflow';

import { bulk } from './bulkItems.mts';
import { sendSms } from './smsSend.mts';
import { sendVoice } from './voiceSend.mts';

/** The three ways to send, each with one message per item. */
export const SENDS: Array<
	[string, (values?: INodeParameters, options?: INodeParameters) => INodeParameters]
> = [
	['SMS Send', sendSms],
	[
		'SMS Send Bulk',
		(values, options) => bulk({ phones: '0501234567', message: 'Hello', ...values }, options),
	],
	['Voice Send', sendVoice],
];

/** Sending hours from 08:00 to 20:00, eves until 14:00, none on Saturdays and holidays. `values` override them. */
export const sendingHours = (values: INodeParameters = {}): INodeParameters => ({
	sendingHours: {
		values: {
			days: [0, 1, 2, 3, 4, 5],
			from: '08:00',
			to: '20:00',
			eveTo: '14:00',
			withoutHolidays: true,
			closed: '',
			outside: 'schedule',
			...values,
		},
	},
});
