const { readdirSync, statSync } = require('node:fs');
const { n8n } = require('../package.json');

/** The build makes it last. An interrupted one leaves the others without it. */
const LAST = n8n.nodes.at(-1).replace('.node.', '.code.');

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The sources that changed after the last complete build. */
module.exports.staleSources = () => {
	const built = changedAt(LAST);
	return ['credentials', 'gateway', 'icons', 'nodes']
		.flatMap((folder) =>
			readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`),
		)
		.filter((file) => /\.(ts|json|svg)$/.test(file) && changedAt(file) > built);
};
