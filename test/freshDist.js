const { readdirSync, statSync } = require('node:fs');

const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Tests of the build come after it: an outdated build would pass whatever the source says. */
module.exports = () => {
	const sources = ['credentials', 'gateway', 'icons', 'nodes'].flatMap((folder) =>
		readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`),
	);
	const stale = sources.filter(
		(file) =>
			/\.(ts|json|svg)$/.test(file) &&
			changedAt(`dist/${file.replace(/ts$/, 'js')}`) < changedAt(file),
	);
	if (stale.length > 0) {
		throw new Error(`dist/ is older than ${stale.join(', ')}. Begin with: npm run build`);
	}
};
