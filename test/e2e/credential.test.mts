import { runScenario } from './harness/runScenario.mts';

const says = (status: string, message: RegExp) => [
	status,
	expect.stringMatching(message) as string,
];

test("n8n's test tells good credentials from bad ones, and its HTTP Request node gets no token", async () => {
	expect(await runScenario('credential')).toEqual({
		verdicts: {
			good: says('OK', /successful/),
			'good, XML': says('OK', /successful/),
			'unknown token': says(
				'Error',
				/does not know the API token \(status 3\).*authorized addresses/,
			),
			'a JWT that ends soon': says('OK', /successful! The API token expires in 23 days \(\d/),
			'nothing listens': says('Error', /^The service could not be reached/),
			'not an address': says('Error', /is not an address/),
		},
		// n8n does not even save it.
		httpRequest: expect.stringContaining('cannot use credential type') as string,
		changed: 0,
	});
});
