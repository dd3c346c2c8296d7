// Loads every class an unpacked package registers, the way n8n does: `node loadRegistered.js <package folder>`.
// Runs as a process of its own, so that only modules can be found that the folder itself resolves.
const assert = require('node:assert/strict');
const { existsSync, readdirSync } = require('node:fs');
const { basename, dirname, resolve } = require('node:path');

const folder = resolve(process.argv[2]);
const { n8n } = require(resolve(folder, 'package.json'));

function load(file) {
	const path = resolve(folder, file);
	const name = basename(file).split('.')[0];
	const Class = require(path)[name];
	assert.equal(typeof Class, 'function', `${file} exports no class ${name}`);
	return { instance: new Class(), path, name };
}

function assertIcons({ icon }, path) {
	const icons = typeof icon === 'string' ? [icon] : Object.values(icon ?? {});
	assert.ok(icons.length > 0, `${path} has no icon`);
	for (const each of icons) {
		const file = resolve(dirname(path), each.replace(/^file:/, ''));
		assert.ok(file.startsWith(folder) && existsSync(file), `${path}: there is no icon ${each}`);
	}
}

const credentials = n8n.credentials.map(load);
for (const { instance, path } of credentials) {
	assert.ok(instance.name && instance.displayName && instance.properties.length > 0, path);
	assertIcons(instance, path);
}

const nodes = n8n.nodes.map(load);
for (const { instance, path } of nodes) {
	const { description } = instance;
	for (const field of ['displayName', 'name', 'group', 'version', 'description', 'defaults']) {
		assert.ok(description[field], `${path}: description.${field} is missing`);
	}
	for (const field of ['inputs', 'outputs', 'properties']) {
		assert.ok(Array.isArray(description[field]), `${path}: description.${field} is no list`);
	}
	for (const { name } of description.credentials ?? []) {
		const known = credentials.some(({ instance }) => instance.name === name);
		assert.ok(known, `${path} uses the unknown credential ${name}`);
	}
	assert.ok(
		['execute', 'webhook', 'poll', 'trigger'].some((method) => instance[method]),
		`${path} does nothing`,
	);
	assertIcons(description, path);
}

// Every module must find its imports, not only the modules that the classes load at once.
const modules = readdirSync(resolve(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter(
	(file) => file.endsWith('.js'),
);
for (const file of modules) require(resolve(folder, 'dist', file));

const names = [...credentials, ...nodes].map(({ name }) => name);
console.log(
	`Node ${process.version} loaded ${names.join(', ')} and all ${modules.length} modules of the package.`,
);
