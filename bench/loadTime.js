// Loads every class a package registers, as n8n does when it starts: `node loadTime.js <package folder>`. Modules that n8n
// itself has loaded by then are loaded first and do not count.
const { createRequire } = require('node:module');
const { basename, resolve } = require('node:path');

const file = resolve(process.argv[2], 'package.json');
const requireThere = createRequire(file);
for (const host of ['n8n-workflow', 'luxon']) requireThere(host);
const { n8n } = requireThere(file);

const begin = process.hrtime.bigint();
const classes = [...n8n.credentials, ...n8n.nodes].map(
	(path) => new (requireThere(`./${path}`)[basename(path).split('.')[0]])(),
);
const milliseconds = Number(process.hrtime.bigint() - begin) / 1e6;
console.log(JSON.stringify({ milliseconds, classes: classes.length }));
