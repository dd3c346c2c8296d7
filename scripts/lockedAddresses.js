/**
 * A lockfile's packages with the address of each in a registry, so that npm need not download the list of all its versions to
 * learn it. Packages stand by their places below the installation; '' is the installation itself.
 */
exports.withAddresses = (packages, registry) => {
	const base = registry.trim().replace(/\/*$/, '/');
	const addressed = Object.entries(packages).map(([place, locked]) => {
		if (locked.link || !place.includes('node_modules/')) return [place, locked];
		const name = locked.name ?? place.split('node_modules/').at(-1);
		const file = `${name.split('/').at(-1)}-${locked.version}.tgz`;
		return [place, { ...locked, resolved: `${base}${name}/-/${file}` }];
	});
	return Object.fromEntries(addressed);
};
