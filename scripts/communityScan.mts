// Both parts of n8n's own scan of community packages, on which verification depends, without the registry.
import { resolve } from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const [leg, folder = '.'] = process.argv.slice(2);
const patterns = leg === 'source' ? SOURCE_FILE_PATTERNS : ['**/*.js', 'package.json'];
const { passed, message, details } = await analyzePackage(resolve(folder), patterns);
console.log(passed ? `The scan of the ${leg} passed.` : `${message}\n${details ?? ''}`);
process.exitCode = passed ? 0 : 1;
