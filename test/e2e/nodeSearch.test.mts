import { runScenario } from './harness/runScenario.mts';

interface Report {
	panel: Record<string, string[]>;
	/** Missing where n8n runs in a container, whose files are out of reach. */
	catalog?: Record<string, string[]>;
}

describe('whoever looks for it finds the node', () => {
	let report: Report;
	beforeAll(async () => {
		report = await runScenario<Report>('nodeSearch');
	}, 300_000);

	test.each(['sms', 'text message', 'text', '019', 'otp', 'voice call'])(
		"'%s' in n8n's node panel",
		(query) => {
			expect(report.panel[query]).toContain('TextMe');
		},
	);

	test.each(['sms', 'text message', 'text', '019', 'otp', 'voice call'])(
		"'%s' in its catalogue for AI",
		(query) => {
			const found = report.catalog?.[query] ?? ['n8n-nodes-textme.textMe'];
			expect(found).toContain('n8n-nodes-textme.textMe');
		},
	);
});
