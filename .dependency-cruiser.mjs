// The direction of imports: pipeline → operations → options → gateway. `npm run check:structure` holds it, and
// test/unit/structure.test.mts shows that it does.

/** Folders of what is published, and of what is not. */
const PUBLISHED = '^(credentials|gateway|nodes)/';
const UNPUBLISHED = '^(bench|demo|sandbox|scripts|test)/';
/** What operations and their options are made of, besides the protocol. */
const OF_OPERATIONS = [
	'^nodes/TextMe/(operations|options)/',
	'^nodes/answers/(answerLink|asking|form|question|reachable)\\.ts$',
	'^nodes/answers/page/(escapeHtml|pageTexts)\\.ts$',
	'^nodes/TextMe/agent/tool\\.ts$',
	'^nodes/planning/',
	'^nodes/shared/(replies|deliveryStates)\\.ts$',
	// hasSimpleOutput() beside the types.
	'^nodes/TextMe/operation\\.ts$',
];
/** What they know by its types alone: they neither make requests nor read the host. */
const BY_TYPE = '^nodes/(shared/request|TextMe/parameters|TextMe/agent/permission)\\.ts$';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
	forbidden: [
		rule(
			'gateway-is-pure',
			'gateway/ is the protocol alone: it knows nothing of n8n and imports nothing but luxon, crypto and its XML parser.',
			{ path: '^gateway/' },
			{ pathNot: ['^gateway/', '^node_modules/(@types/)?luxon/', '^crypto$', 'fast-xml-parser'] },
		),
		rule(
			'planning-is-pure',
			'nodes/planning/ is what is ours and not the protocol: when to send, what to change, how often to look. It does no I/O.',
			{ path: '^nodes/planning/' },
			{ pathNot: ['^(nodes/planning|gateway)/', '^node_modules/(@types/)?luxon/'] },
		),
		rule(
			'one-parser',
			'Only gateway/xml.ts is bundled, so the parser is imported there and nowhere else.',
			{ path: PUBLISHED, pathNot: '^gateway/xml\\.ts$' },
			{ path: 'fast-xml-parser' },
		),
		rule(
			'published-stands-alone',
			'What is published imports nothing of what is not.',
			{ path: PUBLISHED },
			{ path: UNPUBLISHED },
		),
		rule(
			'published-has-its-host-only',
			'n8n installs the package without dependencies; the host brings n8n-workflow and luxon.',
			{ path: PUBLISHED },
			{
				dependencyTypesNot: ['local', 'undetermined'],
				pathNot: ['^node_modules/(n8n-workflow|(@types/)?luxon|fast-xml-parser)/', '^crypto$'],
			},
		),
		rule(
			'request-knows-the-gateway-only',
			'Every call goes through shared/request.ts, which knows nothing of options, operations or items.',
			{ path: '^nodes/shared/(request|gatewayError|rehearsal|testAddress)\\.ts$' },
			{
				path: '^(nodes|credentials)/',
				pathNot: '^nodes/shared/(request|gatewayError|rehearsal|testAddress)\\.ts$',
			},
		),
		rule(
			'operations-know-nothing-of-the-pipeline',
			'An operation and its options are plain data and pure functions; they know nothing of what runs them.',
			{ path: '^nodes/TextMe/(operations|options)/' },
			{ path: '^(nodes|credentials)/', pathNot: [...OF_OPERATIONS, BY_TYPE] },
		),
		rule(
			'operations-make-no-request',
			'Operations know requests, parameters and guards by their types.',
			{ path: '^nodes/TextMe/(operations|options)/' },
			{ path: BY_TYPE, dependencyTypesNot: ['type-only'] },
		),
		rule(
			'options-know-no-operation',
			'What operations share is written for all of them.',
			{ path: '^nodes/TextMe/options/' },
			{ path: '^nodes/TextMe/operations/' },
		),
		rule(
			'node-folders-are-apart',
			'No folder of a node imports from another one: what two nodes need is in a folder that all may use.',
			{ path: '^nodes/(TextMe\\w*)/' },
			{ path: '^nodes/TextMe\\w*/', pathNot: '^nodes/$1/' },
		),
		rule(
			'shared-folders-know-no-node',
			'What all nodes may use knows none of them.',
			{ path: '^nodes/(?!TextMe)' },
			{ path: '^nodes/TextMe' },
		),
		rule(
			'sandbox-shares-no-code',
			'Written against the specification with its own parser, so that client and sandbox cannot share a mistake.',
			{ path: '^sandbox/' },
			{ path: ['^(bench|credentials|demo|gateway|nodes|scripts|test)/', 'fast-xml-parser', 'n8n'] },
		),
		rule(
			'no-circles',
			'Two files that need each other are one; only types may go in circles.',
			{},
			{ circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
		),
		rule(
			'no-orphans',
			'A file that nothing imports and nothing starts is left over.',
			{
				orphan: true,
				pathNot: [
					'\\.test\\.mts$',
					'\\.d\\.mts$',
					'^(credentials|nodes)/.*\\.(node|credentials)\\.ts$',
					'^test/(engine/harness/silent\\.mts|sharedPackages\\.js)$', // which jest.config.js names
					'^test/e2e/harness/n8nClock\\.mjs$', // which n8n is told to load
				],
			},
			{},
		),
		// What is built is not there in a fresh clone.
		rule(
			'nothing-missing',
			'Every import can be found.',
			{},
			{ couldNotResolve: true, pathNot: '/dist/' },
		),
		rule(
			'no-undeclared-package',
			'Every package that is imported is written down in package.json.',
			{},
			{ dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
		),
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.tests.json' },
		enhancedResolveOptions: {
			extensions: ['.ts', '.mts', '.mjs', '.js', '.json'],
			conditionNames: ['import', 'require', 'node', 'default'],
			exportsFields: ['exports'],
		},
	},
};
