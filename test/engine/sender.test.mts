import { testCalls } from './harness/callRows.mts';
import { parametersFor } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const getMany = parametersFor('sender', 'getMany', { returnAll: true });
const verify = parametersFor('sender', 'verify');

const MOBILE = {
	...{ phone: '0501112222', phoneInternational: '+972501112222', lineType: 'mobile' },
	verificationStarted: true,
};
const LANDLINE = {
	...{ phone: '035556666', phoneInternational: '+97235556666', lineType: 'landline' },
	verificationStarted: true,
};
const OPEN = 'Open the link in the SMS to this number.';
const CALL = 'Call the number that the service names from this landline.';
const MESSAGE = '0501112222: follow the link sent to it by SMS; 035556666: call 035555555 from it';
const said = `The service said: "${MESSAGE}".`;

describe('Verify', () => {
	testCalls(fixture, {
		'all items in one call, and each number comes out with what it still needs, in the words of the service':
			{
				call: verify({ phones: '={{ $json.n }}' }),
				items: [{ n: '+972 50-111-2222' }, { n: ['03-555 6666', '0501112222'] }],
				sent: { verify_phone: { phone: ['0501112222', '035556666'] } },
				answer: { verify_message: MESSAGE },
				gives: [
					{ ...MOBILE, stillNeeded: `${OPEN} ${said}` },
					{ ...LANDLINE, stillNeeded: `${CALL} ${said}` },
					{ ...MOBILE, stillNeeded: `${OPEN} ${said}` },
				],
				ofItems: [0, 1, 1],
			},
		'gives the general advice alone where the service says nothing': {
			call: verify({ phones: '0501112222' }),
			answer: '{"status":0}',
			gives: [{ ...MOBILE, stillNeeded: OPEN }],
		},
	});
});

const record = { phone: '1700123456', username: 'demo', assigned_date: '15/01/26 10:00' };
const read = { ...record, assigned_date: '2026-01-15T10:00:00+02:00' };

describe('Get Many', () => {
	testCalls(fixture, {
		'one item for each sender, with the names of the gateway': {
			call: getMany({}, { includeSubAccounts: false }),
			sent: { getVerifiedPhones: {} },
			answer: { verified_phones: [record, { ...record, phone: '0559000100' }] },
			gives: [read, { ...read, phone: '0559000100' }],
		},
		'those of sub-accounts when asked for': {
			call: getMany({}, { includeSubAccounts: true }),
			sent: { getVerifiedPhones: { is_subs: '1' } },
			answer: { verified_phones: [] },
			gives: [],
		},
	});
});
