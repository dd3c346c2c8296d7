import { NOT_IN_CATALOG, QUERIES } from './harness/nodeQueries.mts';
import { useScenario } from './harness/runScenario.mts';

interface Report {
	panel: Record<string, string[]>;
	/** The node's description in the panel. */
	entry: string;
	/** The entries after a click on the node. */
	actions: string[];
	/** Missing if n8n runs in a container, whose files cannot be read. */
	catalog?: Record<string, string[]>;
}

describe('whoever looks for it finds the node', () => {
	const report = useScenario<Report>('nodeSearch');

	test.each(QUERIES)("'%s' in n8n's node panel", (query) => {
		expect(report().panel[query]).toContain('TextMe');
	});

	const inCatalog = QUERIES.filter((query) => !NOT_IN_CATALOG.includes(query));

	test.each(inCatalog)("'%s' in its catalogue for AI", (query) => {
		const found = report().catalog?.[query] ?? ['n8n-nodes-textme.textMe'];
		expect(found).toContain('n8n-nodes-textme.textMe');
	});

	test('says in the node panel that the node sends', () => {
		expect(report().entry).toContain('Send SMS');
	});

	test('Send SMS is the first action', () => {
		expect(report().actions.filter((name) => !name.startsWith('On '))[0]).toBe('Send SMS');
	});
});
