import { useScenario } from './harness/runScenario.mts';

interface Report {
	verdicts: Record<string, { status: string; message: string }>;
	httpRequests: Record<
		'own' | 'elsewhere' | 'redirected' | 'proxied' | 'unchecked',
		Record<string, unknown>
	>;
	/** The Authorization headers that reached another host. */
	tokensElsewhere: Array<string | null>;
	changed: number;
}

const EXPECTED: Array<[name: string, status: string, message: RegExp]> = [
	['good', 'OK', /successful/],
	['good, XML', 'OK', /successful/],
	['unknown token', 'Error', /does not know the API token \(status 3\).*authorized addresses/],
	['a JWT that ends soon', 'OK', /successful! The API token expires in 23 days \(\d/],
	['nothing listens', 'Error', /^The service could not be reached/],
	['not an address', 'Error', /is not an address/],
];

const report = useScenario<Report>('credential');

test("n8n's test of the credential tells good ones from bad ones, and why", () => {
	const { verdicts, changed } = report();
	expect(Object.keys(verdicts)).toHaveLength(EXPECTED.length);
	for (const [name, status, message] of EXPECTED) {
		expect({ name, ...verdicts[name] }).toEqual({
			name,
			status,
			message: expect.stringMatching(message) as string,
		});
	}
	expect(changed).toBe(0);
});

test("n8n's HTTP Request node gets the token nowhere else", () => {
	const { httpRequests, tokensElsewhere } = report();
	expect(tokensElsewhere).toEqual([]);
	for (const { notSaved } of Object.values(httpRequests)) {
		expect(notSaved).toContain('cannot use credential type');
	}
});
