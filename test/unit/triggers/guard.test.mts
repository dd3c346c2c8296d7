import crypto from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { isPermitted } from '../../../nodes/TextMeTrigger/guard';

const context = {
	getNode: () => ({ parameters: {} }),
	getNodeParameter: () => ({ secret: 's3cret' }),
} as unknown as IWebhookFunctions;

test('a secret is compared in constant time, whatever is given', () => {
	const compare = jest.spyOn(crypto, 'timingSafeEqual');
	for (const [given, is] of [
		['s3cret', true],
		['s3creT', false],
		['x'.repeat(1000), false],
		['', false],
		[undefined, false],
		[['s3cret'], false],
	] as const) {
		compare.mockClear();
		expect(isPermitted(context, given, undefined)).toBe(is);
		expect(compare).toHaveBeenCalledTimes(1);
	}
	compare.mockRestore();
});
