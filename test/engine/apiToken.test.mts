import type { INodeParameters } from 'n8n-workflow';
import { jwtOf } from '../../sandbox/jwt.mts';
import { testCalls } from './harness/callRows.mts';
import { parametersFor } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const onToken = (operation: string) => {
	const parameters = parametersFor('apiToken', operation);
	return (username = '', options: INodeParameters = {}) => parameters({ username }, options);
};
const createToken = onToken('create');
const getCurrentToken = onToken('getCurrent');

const WARNING = expect.stringMatching(/^Store the token .* deletes that\.$/) as string;
const TOKEN = 'sandbox-token-demo';
const answer = { message: TOKEN, expiration_date: '14/01/2028 10:00:00' };
const expiresAt = '2028-01-14T10:00:00+02:00';
const issued = jwtOf('demo', new Date('2025-01-15T10:00:00+02:00'), 86_400);

testCalls(fixture, {
	'Create gives a token, with a word of warning': {
		call: createToken(),
		sent: { getApiToken: { username: 'demo', action: 'new' } },
		answer,
		gives: [{ username: 'demo', token: TOKEN, expiresAt, warning: WARNING }],
		hints: [WARNING],
	},
	'Create for a sub-account, of which the reseller stays the caller': {
		call: createToken(' demo-sub ', { onBehalfOf: 'demo-sub' }),
		sent: { getApiToken: { username: 'demo-sub', action: 'new' } },
		answer,
		gives: [{ username: 'demo-sub', token: TOKEN, expiresAt, warning: WARNING }],
	},
	'Create without Simplify gives the reply as it came': {
		call: createToken('', { simplify: false }),
		answer,
		gives: [{ status: 0, ...answer, warning: WARNING }],
	},
	'Create points out a success without a token': {
		call: createToken(),
		gives: [
			{
				...{ username: 'demo', token: '' },
				warning: expect.stringContaining('returned no token') as string,
			},
		],
	},
	'Get Current shows when the token expires, but of itself only the end': {
		call: getCurrentToken(),
		sent: { getApiToken: { username: 'demo', action: 'current' } },
		answer,
		gives: [{ username: 'demo', token: '***demo', expiresAt }],
		hints: [],
	},
	'Get Current reads from the token when it expires, if the reply does not say': {
		call: getCurrentToken(),
		answer: { message: issued },
		gives: [
			{
				...{ username: 'demo', token: `***${issued.slice(-4)}` },
				expiresAt: '2025-01-16T10:00:00+02:00',
			},
		],
	},
	'Get Current shows nothing of a short token': {
		call: getCurrentToken(),
		answer: { message: 'short-token' },
		gives: [{ username: 'demo', token: '***' }],
	},
	'Get Current without Simplify masks it altogether': {
		call: getCurrentToken('', { simplify: false }),
		answer,
		gives: [{ status: 0, ...answer, message: '***' }],
	},
	'Get Current includes the token where that is asked for': {
		call: getCurrentToken('', { includeToken: true }),
		answer,
		gives: [{ username: 'demo', token: TOKEN, expiresAt }],
	},
	'Get Current includes it without Simplify, too': {
		call: getCurrentToken('', { includeToken: true, simplify: false }),
		answer,
		gives: [{ status: 0, ...answer }],
	},
});
