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
	rehearsed: { output: string; text: string; isOver: boolean };
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
	});

	test('lists the package with its version and all its nodes on the screen', () => {
		const { name, version, installed } = report;
		expect(installed.line).toContain(name);
		expect(installed.line).toContain(`v${version}`);
		expect(installed.line).toContain(`${n8n.nodes.length} nodes`);
		expect(installed.known).toBe(true);
	});

	test('passes the test of a credential made of username and token in the editor', () => {
		expect(report.sent.tested).toContain('Connection tested successfully');
	});

	test('delivers a text sent from the canvas', () => {
		expect(report.sent.received).toEqual({
			phone: '0501234567',
			text: 'Your order is on its way',
			source: 'TextMe',
		});
		expect(report.sent.output).toContain('shipmentId');
	});

	test('rehearses with the number of whoever sends, and says so in yellow', () => {
		const { output, text, isOver } = report.rehearsed;
		expect(text).toBe('To 050-123 4567: Your order is on its way');
		expect(output).toContain('Rehearsal: everything goes to 0537778899.');
		expect(isOver).toBe(true);
	});

	test('brings the delivery report out of the TextMe Trigger while the editor listens', () => {
		expect(report.address).toMatch(/^https:\/\/n8n\.example\.com\/webhook\/[-0-9a-f]+$/);
		expect(report.listened.output).toContain(report.listened.externalId);
	});

	test('sends from the open workflow and receives in the published one after an update', () => {
		const { version, line, events, externalId } = report.updated;
		expect(version).not.toBe(report.version);
		expect(line).toContain(`v${version}`);
		expect(events.at(-1)).toMatchObject({
			event: 'deliveryReport',
			state: 'delivered',
			externalId,
		});
	});

	test('leaves no node in n8n when it is uninstalled from the screen', () => {
		expect(report.uninstalled.known).toBe(false);
	});
});
