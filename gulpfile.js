const { build } = require('esbuild');

/**
 * fast-xml-parser must not be a dependency at run time (n8n installs community packages without any), so the one
 * module that imports it is bundled with it, in place, after the TypeScript build.
 */
async function bundle() {
	await build({
		entryPoints: ['gateway/xml.ts'],
		outfile: 'dist/gateway/xml.js',
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'es2021',
		minify: false,
		legalComments: 'inline',
		logLevel: 'warning',
	});
}

module.exports = { bundle };
