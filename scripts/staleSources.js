const { readdirSync, statSync } = require('node:fs');

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The sources that are newer than what was built from them. */
module.exports.staleSources = () => {
	const sources = ['credentials', 'gateway', 'icons', 'nodes'].flatMap((folder) =>
		readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`),
	);
	return sources.filter(
		(file) =>
			/\.(ts|json|svg)$/.test(file) &&
			changedAt(`dist/${file.replace(/ts$/, 'js')}`) < changedAt(file),
	);
};
