// n8n's own scan of a published community package, on which verification depends, without the registry. Its other part, of the
// sources, has the rules of `n8n-node lint`.
import { resolve } from 'node:path';
import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder = '.'] = process.argv.slice(2);
const { passed, message, details } = await analyzePackage(resolve(folder), [
	'**/*.js',
	'package.json',
]);
console.log(passed ? 'The scan passed.' : `${message}\n${details ?? ''}`);
process.exitCode = passed ? 0 : 1;
