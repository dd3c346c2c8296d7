// The layers of the package and the direction of imports: `npm run check:structure` holds it.

/** Folders of what is published, and of what is not. */
const PUBLISHED = '^(credentials|gateway|nodes)/';
const UNPUBLISHED = '^(bench|contract|demo|sandbox|scripts|test)/';

/** The layers of what is published, from below. A file imports from its own layer and from those below it. */
const LAYERS = [
	'^gateway/values/',
	'^gateway/phones/',
	'^gateway/wire/',
	'^gateway/texts/',
	'^gateway/replies/',
	'^gateway/events/',
	'^nodes/n8n/',
	'^nodes/output/',
	'^nodes/connection/',
	'^nodes/memory/',
	'^nodes/texts/',
	'^nodes/answers/',
	'^nodes/events/',
	'^nodes/TextMe/parameters/',
	'^nodes/TextMe/(agent/|operation\\.ts)',
	'^nodes/TextMe/options/',
	'^nodes/TextMe/operations/',
	'^nodes/TextMe/(describe|search)\\.ts$',
	'^nodes/TextMe/run/',
	'^nodes/TextMe/output/',
	'^nodes/TextMe/sends/',
	'^nodes/TextMe/execute/',
	'^(credentials/|nodes/TextMe(/TextMe\\.node\\.ts$|\\w+/))',
];

/** What operations and options may use of the layers below. They neither make requests nor read the host. */
const OF_OPERATIONS = [
	'^nodes/output/replies\\.ts$',
	'^nodes/(texts/|events/feeds\\.ts)',
	'^nodes/(answers/(question|page)|connection/addressList|n8n/insides)\\.ts$',
	'^nodes/TextMe/operation\\.ts$',
	'^nodes/TextMe/parameters/option\\.ts$',
	'^nodes/TextMe/(agent/tool|options/.*|operations/.*)\\.ts$',
];

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
			'one-parser',
			'Only gateway/wire/xml.ts is bundled, so the parser is imported there and nowhere else.',
			{ path: PUBLISHED, pathNot: '^gateway/wire/xml\\.ts$' },
			{ path: 'fast-xml-parser' },
		),
		rule(
			'one-tokenizer',
			'Only parameters/expressionCode.ts is bundled with it, so the tokenizer is imported there and nowhere else.',
			{ path: PUBLISHED, pathNot: '^nodes/TextMe/parameters/expressionCode\\.ts$' },
			{ path: '/js-tokens/' },
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
				pathNot: [
					'^node_modules/(n8n-workflow|(@types/)?luxon|fast-xml-parser|js-tokens)/',
					'^crypto$',
				],
			},
		),
		rule(
			'in-a-layer',
			'Every file of what is published belongs to a layer.',
			{ path: PUBLISHED, pathNot: LAYERS },
			{},
		),
		...LAYERS.slice(0, -1).map((layer, at) =>
			rule(
				'no-import-upwards',
				`What is in ${layer} knows nothing of the layers above it.`,
				{ path: layer },
				{ path: LAYERS.slice(at + 1) },
			),
		),
		rule(
			'operations-do-nothing',
			'An operation and its options are plain data and pure functions. What acts, they know by its types.',
			{ path: '^nodes/TextMe/(operations|options)/' },
			{ path: '^nodes/', pathNot: OF_OPERATIONS, dependencyTypesNot: ['type-only'] },
		),
		rule(
			'node-folders-are-apart',
			'No folder of a node imports from another one: what two nodes need is in a folder that all may use.',
			{ path: '^nodes/(TextMe\\w*)/' },
			{ path: '^nodes/TextMe\\w*/', pathNot: '^nodes/$1/' },
		),
		rule(
			'sandbox-shares-no-code',
			'Written against the specification with its own parser, so that client and sandbox cannot share a mistake.',
			{ path: '^sandbox/' },
			{
				path: [
					'^(bench|contract|credentials|demo|gateway|nodes|scripts|test)/',
					'fast-xml-parser',
					'n8n',
				],
			},
		),
		rule(
			'no-circles',
			'Files that need each other, be it by a type, are one file, or have a third one in common.',
			{},
			{ circular: true },
		),
		rule(
			'no-orphans',
			'A file that nothing imports and nothing starts is left over.',
			{
				orphan: true,
				pathNot: [
					'\\.test\\.mts$',
					'\\.d\\.m?ts$',
					'^(credentials|nodes)/.*\\.(node|credentials)\\.ts$',
					'^test/(asserts\\.mts|e2e/harness/patience\\.mts|engine/harness/silent\\.mts|sharedPackages\\.js)$', // which jest.config.js names
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
