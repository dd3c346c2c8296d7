import { parametersFor } from './parametersFor.mts';

export const block = parametersFor('blocklist', 'add', { phones: '0501111111' });

export const unblock = parametersFor('blocklist', 'remove', {
	phones: '0501111111',
	reason: 'Asked for it',
});
