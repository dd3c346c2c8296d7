import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScenario } from './harness/runScenario.mts';

const { n8n } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as {
	n8n: { nodes: string[] };
};

interface Report {
	name: string;
	version: string;
	installed: { line: string; known: boolean };
	sent: { tested: string; output: string; received: Record<string, string> };
	/** From the Community Nodes screen to a text on a phone, without a person's time to read and type. */
	firstTextMs: number;
	address: string;
	listened: { output: string; externalId: string };
	updated: {
		version: string;
		line: string;
		events: Array<Record<string, unknown>>;
		externalId: string;
	};
	uninstalled: { known: boolean };
}

describe("Installed by name from n8n's Community Nodes screen", () => {
	let report: Report;
	beforeAll(async () => {
		report = await runScenario<Report>('communityNodes');
		console.log(`To the first text on a phone: ${report.firstTextMs / 1000} s`);
	}, 1_800_000);

	test('the screen lists the package with its version and all its nodes', () => {
		const { name, version, installed } = report;
		expect(installed.line).toContain(name);
		expect(installed.line).toContain(`v${version}`);
		expect(installed.line).toContain(`${n8n.nodes.length} nodes`);
		expect(installed.known).toBe(true);
	});

	test('a credential made in the editor, with nothing but username and token, is tested well', () => {
		expect(report.sent.tested).toContain('Connection tested successfully');
	});

	test('a text sent from the canvas arrives', () => {
		expect(report.sent.received).toEqual({
			phone: '0501234567',
			text: 'Your order is on its way',
			source: 'TextMe',
		});
		expect(report.sent.output).toContain('shipmentId');
	});

	test('its delivery report comes out of the TextMe Trigger while the editor listens', () => {
		expect(report.address).toMatch(/^https:\/\/n8n\.example\.com\/webhook\/[-0-9a-f]+$/);
		expect(report.listened.output).toContain(report.listened.externalId);
	});

	test('after an update from the screen, the open workflow sends and the published one receives', () => {
		const { version, line, events, externalId } = report.updated;
		expect(version).not.toBe(report.version);
		expect(line).toContain(`v${version}`);
		expect(events.at(-1)).toMatchObject({
			event: 'deliveryReport',
			state: 'delivered',
			externalId,
		});
	});

	test('after it was uninstalled from the screen, n8n knows the nodes no more', () => {
		expect(report.uninstalled.known).toBe(false);
	});
});
