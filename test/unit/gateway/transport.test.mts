import { httpFailure, transportFailure } from '../../../gateway/transport';

const handshake = (secureConnecting: boolean) => ({ request: { socket: { secureConnecting } } });

test.each([
	[{ code: 'ENOTFOUND' }, 'could not be found', false, true],
	[{ code: 'ECONNREFUSED' }, 'could not be reached', false, true],
	[{ code: 'ETIMEDOUT', syscall: 'connect' }, 'could not be reached', false, true],
	[{ code: 'EPROTO' }, 'No secure connection', false, false],
	[{ code: 'CERT_HAS_EXPIRED' }, 'No secure connection', false, false],
	[{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'No secure connection', false, false],
	[
		{
			code: 'ECONNRESET',
			message: 'Client network socket disconnected before secure TLS connection was established',
		},
		'broke before it was secure',
		false,
		true,
	],
	[{ code: 'ECONNRESET', ...handshake(true) }, 'broke before it was secure', false, true],
	[{ code: 'ECONNABORTED', ...handshake(true) }, 'could not be reached', false, true],
	[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', ...handshake(true) }, 'No secure', false, false],
	[{ code: 'ECONNRESET', ...handshake(false) }, 'connection to the gateway broke', true, true],
	[{ code: 'ECONNABORTED', ...handshake(false) }, 'did not answer in time', true, true],
	[{ code: 'ECONNABORTED', request: { socket: null } }, 'did not answer in time', true, true],
	[{ code: 'ETIMEDOUT' }, 'did not answer in time', true, true],
	[{ code: 'ECONNABORTED' }, 'did not answer in time', true, true],
	[{ code: 'ECONNRESET' }, 'connection to the gateway broke', true, true],
	[{ code: 'EPIPE' }, 'connection to the gateway broke', true, true],
	[{ code: 'SOMETHING_NEW' }, 'connection to the gateway broke', true, true],
	[{}, 'connection to the gateway broke', true, true],
	[{ syscall: 'connect' }, 'connection to the gateway broke', true, true],
])('%j', (error, meaning, mayHaveArrived, retryable) => {
	expect(transportFailure(error)).toMatchObject({
		meaning: expect.stringContaining(meaning) as string,
		mayHaveArrived,
		retryable,
	});
});

test.each([
	[200, undefined, undefined],
	[204, undefined, undefined],
	[299, undefined, undefined],
	[301, 'rejected', false],
	[400, 'rejected', false],
	[401, 'rejected', false],
	[403, 'rejected', false],
	[404, 'rejected', false],
	[418, 'rejected', false],
	[429, 'rejected', true],
	[500, 'unknown', true],
	[502, 'unknown', true],
	[599, 'unknown', true],
	[100, 'unknown', false],
	[799, 'unknown', false],
])('HTTP %i', (status, outcome, retryable) => {
	expect(httpFailure(status)?.outcome).toBe(outcome);
	expect(httpFailure(status)?.retryable).toBe(retryable);
});

test('a status that HTTP does not have is not left without words', () => {
	expect(httpFailure(799)).toMatchObject({
		meaning: 'The gateway gave an unexpected answer',
		hint: 'Try again later.',
	});
});
