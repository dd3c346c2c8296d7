import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScenario } from './harness/runScenario.mts';

const { n8n } = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as {
	n8n: { nodes: string[] };
};
/** The package's line on the screen: version, and all nodes in any order. */
const lineOf = (name: string, version: string) =>
	new RegExp(
		[name, `v${version}`, `${n8n.nodes.length} nodes`].map((text) => `(?=[^]*${text})`).join(''),
	);
const containing = (text: string) => expect.stringContaining(text) as string;

interface Report {
	name: string;
	version: string;
	listened: { externalId: string };
	updated: { version: string; events: object[]; externalId: string };
	/** Milliseconds from the Community Nodes screen to a text on a phone, without time to read and type. */
	firstTextMs: number;
}

test("installed by name from n8n's Community Nodes screen, sends, rehearses, receives, is updated and goes", async () => {
	const report = await runScenario<Report>('communityNodes');
	const { name, version, listened, updated } = report;
	console.log(`To the first text on a phone: ${report.firstTextMs / 1000} s`);
	expect(report).toMatchObject({
		installed: {
			line: expect.stringMatching(lineOf(name, version)) as string,
			known: true,
		},
		sent: {
			tested: containing('Connection tested successfully'),
			received: { phone: '0501234567', text: 'Your order is on its way', source: 'TextMe' },
			output: containing('shipmentId'),
		},
		rehearsed: {
			text: 'To 050-123 4567: Your order is on its way',
			output: containing('Rehearsal: everything goes to 0537778899.'),
			isOver: true,
		},
		address: expect.stringMatching(/^https:\/\/n8n\.example\.com\/webhook\/[-0-9a-f]+$/) as string,
		listened: { output: containing(listened.externalId) },
		updated: { line: containing(`v${updated.version}`) },
		uninstalled: { known: false },
	});
	expect(updated.version).not.toBe(version);
	const { externalId } = updated;
	const delivered = { event: 'deliveryReport', state: 'delivered', externalId };
	expect(updated.events.at(-1)).toMatchObject(delivered);
});
