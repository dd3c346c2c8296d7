import { parametersFor } from './parametersFor.mts';

/** The ways to reach people (specification, "Voice"). */
export const CALL_FILTERED = 2;
export const TEXT_AND_CALL = 3;
export const CALL_ONLY = 4;

export const sendVoice = parametersFor('voice', 'send', {
	reachBy: CALL_ONLY,
	source: { __rl: true, mode: 'list', value: 'TextMe' },
	phones: '0501234567',
	message: 'Your appointment is tomorrow',
});
