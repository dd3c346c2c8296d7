import {
	httpFailure,
	isTransportError,
	transportFailure,
} from '../../../gateway/replies/transport';

const CUT = 'Client network socket disconnected before secure TLS connection was established';
const handshake = (secureConnecting: boolean) => ({ request: { socket: { secureConnecting } } });

test.each([
	[{ code: 'ENOTFOUND' }, 'could not be found', false, true],
	[{ code: 'ECONNREFUSED' }, 'could not be reached', false, true],
	[{ code: 'ETIMEDOUT', syscall: 'connect' }, 'could not be reached', false, true],
	[{ code: 'EACCES', syscall: 'connect' }, 'could not be reached', false, true],
	[{ code: 'EPROTO' }, 'No secure connection', false, false],
	[{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'No secure connection', false, false],
	[{ code: 'ECONNRESET', message: CUT }, 'broke before it was secure', false, true],
	[{ code: 'ECONNRESET', ...handshake(true) }, 'broke before it was secure', false, true],
	[{ code: 'ECONNABORTED', ...handshake(true) }, 'could not be reached', false, true],
	[{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', ...handshake(true) }, 'No secure', false, false],
	[{ code: 'ECONNRESET', ...handshake(false) }, 'connection to the service broke', true, true],
	[{ code: 'ECONNABORTED', ...handshake(false) }, 'did not answer in time', true, true],
	[{ code: 'ERR_CANCELED', request: { socket: null } }, 'could not be reached', false, true],
	[{ code: 'ERR_CANCELED', ...handshake(false) }, 'service did not answer in time', true, true],
	[{ code: 'ETIMEDOUT' }, 'did not answer in time', true, true],
	[{ code: 'SOMETHING_NEW' }, 'connection to the service broke', true, true],
	[{}, 'connection to the service broke', true, true],
])('explains the error of a connection: %j', (error, meaning, mayHaveArrived, retryable) => {
	expect(transportFailure(error)).toMatchObject({
		meaning: expect.stringContaining(meaning) as string,
		outcome: mayHaveArrived ? 'unknown' : 'rejected',
		retryable,
	});
});

test.each([
	[{ code: 'ECONNRESET' }, true],
	[{ message: 'Invalid header from proxy CONNECT response: "x"' }, false],
	[{ message: 'Something went wrong', request: { socket: {} } }, true],
	[{ message: 'Address not allowed', request: { socket: null } }, false],
	[{ message: 'Domain not allowed' }, false],
	[{}, false],
])('tells a request that was under way from the others: %j, %s', (error, expected) => {
	expect(isTransportError(error)).toBe(expected);
});

test.each([
	['ENOTFOUND', /^Check the address in the credential, 'Service' or 'Base URL', and/],
	['EPROTO', /TLS 1\.2/],
	['ECONNRESET', /^The request may have been carried out\.$/],
])('says what %s leaves open', (code, hint) => {
	expect(transportFailure({ code }).hint).toMatch(hint);
});

test.each([200, 204, 299])('HTTP %i is no failure', (status) => {
	expect(httpFailure(status)).toBeUndefined();
});

test.each([
	[300, 'from another address', 'follows no redirects', 'rejected', false],
	[400, 'did not accept the request', 'and what you send', 'rejected', false],
	[403, 'refused access', 'authorized addresses', 'rejected', false],
	[404, 'not at this address', "'Base URL'", 'rejected', false],
	[407, 'proxy wants a username', 'user:password@', 'rejected', false],
	[429, 'too many requests', 'Wait a little', 'rejected', true],
	[500, 'not working properly', 'Try again later', 'unknown', true],
	[599, 'not working properly', 'Try again later', 'unknown', true],
	[100, 'an unexpected answer', 'Try again later', 'unknown', false],
])('judges the HTTP status %i: %s', (status, meaning, hint, outcome, retryable) => {
	expect(httpFailure(status)).toEqual({
		meaning: expect.stringContaining(meaning) as string,
		hint: expect.stringContaining(hint) as string,
		outcome,
		retryable,
	});
});
