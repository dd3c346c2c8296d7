// Loads every class that an unpacked package registers, as n8n does, and then all its modules: `node loadRegistered.js <package
// folder>`. A process of its own, so that only modules from the folder can be found.
const assert = require('node:assert/strict');
const { existsSync, readdirSync } = require('node:fs');
const { createRequire } = require('node:module');
const { basename, dirname, resolve } = require('node:path');

const folder = resolve(process.argv[2]);
const requireThere = createRequire(resolve(folder, 'package.json'));
const { n8n } = requireThere('./package.json');

// If a bundled module could be found here, this check would prove nothing.
for (const bundled of ['fast-xml-parser', 'js-tokens']) {
	assert.throws(() => requireThere.resolve(bundled), { code: 'MODULE_NOT_FOUND' });
}
// n8n has loaded these itself, so they do not count.
for (const host of ['n8n-workflow', 'luxon']) requireThere(host);
const begin = performance.now();
const loaded = [...n8n.credentials, ...n8n.nodes].map((file) => {
	const name = basename(file).split('.')[0];
	return { name, path: resolve(folder, file), instance: new (requireThere(`./${file}`)[name])() };
});
const milliseconds = (performance.now() - begin).toFixed(1);
const early = Object.keys(require.cache).filter((file) => file.endsWith('.code.js'));
assert.deepEqual(early, [], 'the code must be loaded by its first use only');

for (const { instance, path } of loaded) {
	const { icon } = instance.description ?? instance;
	const icons = typeof icon === 'string' ? [icon] : Object.values(icon ?? {});
	assert.ok(icons.length > 0, `${path} has no icon`);
	for (const each of icons) {
		const file = resolve(dirname(path), each.replace(/^file:/, ''));
		assert.ok(file.startsWith(folder) && existsSync(file), `${path}: there is no icon ${each}`);
	}
}

// Every module must find its imports, including those that the classes do not load at once.
const modules = readdirSync(resolve(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter(
	(file) => file.endsWith('.js'),
);
for (const file of modules) requireThere(`./dist/${file}`);

const names = loaded.map(({ name }) => name).join(', ');
console.log(`Loaded ${names} in ${milliseconds} ms, and all ${modules.length} modules.`);
