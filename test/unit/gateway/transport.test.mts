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
	['ENOTFOUND', /^Check the 'Base URL'/],
	['ECONNREFUSED', /^Nothing was sent\. Check the 'Base URL'/],
	['EPROTO', /^Nothing was sent\. .*TLS 1\.2/],
	['ECONNABORTED', /^The request may have been carried out\.$/],
	['ECONNRESET', /^The request may have been carried out\.$/],
])('after %s people read what that leaves open', (code, hint) => {
	expect(transportFailure({ code }).hint).toMatch(hint);
});

test.each([200, 204, 299])('HTTP %i is no failure', (status) => {
	expect(httpFailure(status)).toBeUndefined();
});

test.each([
	[300, 'from another address', 'redirects are not followed', 'rejected', false],
	[301, 'from another address', 'redirects are not followed', 'rejected', false],
	[399, 'from another address', 'redirects are not followed', 'rejected', false],
	[400, 'did not accept the request', 'and the input', 'rejected', false],
	[401, 'refused access', 'IP allowlist', 'rejected', false],
	[403, 'refused access', 'IP allowlist', 'rejected', false],
	[404, 'no gateway at this address', "'Base URL'", 'rejected', false],
	[418, 'did not accept the request', 'and the input', 'rejected', false],
	[429, 'too many requests', 'Wait a little', 'rejected', true],
	[499, 'did not accept the request', 'and the input', 'rejected', false],
	[500, 'not working properly', 'Try again later', 'unknown', true],
	[502, 'not working properly', 'Try again later', 'unknown', true],
	[599, 'not working properly', 'Try again later', 'unknown', true],
	[100, 'an unexpected answer', 'Try again later', 'unknown', false],
	[799, 'an unexpected answer', 'Try again later', 'unknown', false],
])('HTTP %i: %s', (status, meaning, hint, outcome, retryable) => {
	expect(httpFailure(status)).toEqual({
		meaning: expect.stringContaining(meaning) as string,
		hint: expect.stringContaining(hint) as string,
		outcome,
		retryable,
	});
});
