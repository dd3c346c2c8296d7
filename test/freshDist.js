const { staleSources } = require('../scripts/staleSources.js');

/** Tests of the build come after it: an outdated build would pass whatever the source says. */
module.exports = () => {
	const stale = staleSources();
	if (stale.length > 0) {
		throw new Error(`dist/ is older than ${stale.join(', ')}. Begin with: npm run build`);
	}
};
