const { readdir, readFile, rename, writeFile } = require('node:fs/promises');
const { basename, dirname, join, resolve } = require('node:path');
const { build } = require('esbuild');
const { series } = require('gulp');
const { n8n } = require('./package.json');

/** The modules that import a library, and the library. */
const BUNDLED = {
	'gateway/wire/xml': 'fast-xml-parser',
	'nodes/TextMe/parameters/expressionCode': 'js-tokens',
};

/** What such a module imports of our own stays a file of its own: n8n and the other modules must see the same objects. */
const keepOurOwn = {
	name: 'keep-our-own',
	setup: ({ onResolve }) =>
		onResolve({ filter: /^\./ }, ({ path, importer, kind }) => {
			if (kind === 'entry-point' || importer.includes('node_modules')) return undefined;
			return { path, external: true };
		}),
};

/**
 * Libraries must not be dependencies at run time (n8n installs community packages without any), so the one module that imports
 * a library is bundled with it, in place, after the TypeScript build.
 */
async function bundle() {
	for (const [module, library] of Object.entries(BUNDLED)) await bundleInto(module, library);
}

async function bundleInto(module, library) {
	const { metafile } = await build({
		entryPoints: [`${module}.ts`],
		outfile: `dist/${module}.js`,
		bundle: true,
		metafile: true,
		platform: 'node',
		mainFields: ['module', 'main'],
		format: 'cjs',
		target: 'es2021',
		minify: true,
		legalComments: 'inline',
		logLevel: 'warning',
		plugins: [keepOurOwn],
	});
	const packages = packagesIn(metafile);
	const allowed = await withItsDependencies(library);
	const unexpected = packages.filter((name) => !allowed.has(name));
	if (!packages.includes(library) || unexpected.length > 0) {
		throw new Error(
			`dist/${module}.js must hold ${library} and its dependencies, but holds: ${packages.join(', ')}`,
		);
	}
	const licences = await Promise.all(packages.map(licenceOf));
	await writeFile(`dist/${module}.LICENSES.txt`, licences.join('\n'));
}

/** The packages of which code, and not only an unused import, went into the output. */
function packagesIn({ outputs }) {
	const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
	const names = inputs
		.filter(([, { bytesInOutput }]) => bytesInOutput > 0)
		.map(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
		.filter(Boolean);
	return [...new Set(names)].sort();
}

const manifestOf = async (name) =>
	JSON.parse(await readFile(join('node_modules', name, 'package.json'), 'utf8'));

async function withItsDependencies(name, found = new Set()) {
	if (found.has(name)) return found;
	found.add(name);
	const { dependencies = {} } = await manifestOf(name);
	for (const dependency of Object.keys(dependencies)) await withItsDependencies(dependency, found);
	return found;
}

async function licenceOf(name) {
	const folder = join('node_modules', name);
	const { version, license, author } = await manifestOf(name);
	const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
	const text = file
		? await readFile(join(folder, file), 'utf8')
		: await permissionOf(license, author?.name ?? author ?? `the authors of ${name}`);
	return `${name} ${version} (${license})\n\n${text.trim()}\n\n${'-'.repeat(80)}\n`;
}

/** The text of a licence for packages that only name it. Ours is the MIT licence, too. */
async function permissionOf(license, holder) {
	if (license !== 'MIT') throw new Error(`The text of the licence ${license} is missing`);
	const own = await readFile('LICENSE.md', 'utf8');
	return `Copyright (c) ${holder}\n\n${own.slice(own.indexOf('Permission is hereby granted'))}`;
}

/**
 * Writes out what n8n reads of each node when it starts. The code, which takes 90 ms to load, comes with the first call of a
 * function, so it must not take the time of its loading for the start of n8n.
 */
async function loadLate() {
	for (const file of [...n8n.credentials, ...n8n.nodes]) {
		const name = basename(file).split('.')[0];
		const code = `${name}.code.js`;
		await rename(file, join(dirname(file), code));
		const { [name]: Whole } = require(resolve(dirname(file), code));
		const whole = new Whole();
		const own = Object.getOwnPropertyNames(Whole.prototype).filter((one) => one !== 'constructor');
		const members = { ...whole, ...Object.fromEntries(own.map((one) => [one, whole[one]])) };
		const loading = `let made;
const whole = () => (made ??= new (require('./${code}').${name})());
exports.${name} = class ${name} {
	constructor() {
		Object.assign(this, ${late(members, 'whole()')});
	}
};
`;
		await writeFile(file, loading);
	}
}

/** The source of an object whose functions call those at `path`. */
function late(object, path) {
	const members = Object.entries(object).map(([name, value]) => {
		const here = `${path}.${name}`;
		if (typeof value === 'function')
			return `${name}(...given) { return ${here}.apply(this, given); }`;
		return `${name}: ${value?.constructor === Object ? late(value, here) : JSON.stringify(value)}`;
	});
	return `{ ${members.join(', ')} }`;
}

module.exports = { build: series(bundle, loadLate) };
