// What is not published (sandbox, demo, tests, scripts) may use all of Node, so it has rules of its own.
import js from '@eslint/js';
import globals from 'globals';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

/** Reports what `tsc` would. The rules that ask for types have the program already, and `tsc` would make it again. */
const typeErrors = {
	create: ({ filename, report, sourceCode }) => ({
		Program() {
			const { program } = sourceCode.parserServices;
			const file = program.getSourceFile(filename);
			const found = [
				...program.getOptionsDiagnostics(),
				...program.getSyntacticDiagnostics(file),
				...program.getSemanticDiagnostics(file),
			];
			for (const { messageText, code, start = 0 } of found) {
				const message = `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
				report({ loc: sourceCode.getLocFromIndex(start), message });
			}
		},
	}),
};

export default tseslint.config(
	{ ignores: ['dist/', 'node_modules/', 'coverage/', '**/*.ts'] },
	js.configs.recommended,
	{
		files: ['**/*.{js,mjs,mts}'],
		languageOptions: { globals: globals.node },
	},
	{
		files: ['**/*.mts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		plugins: { own: { rules: { types: typeErrors } } },
		rules: { 'own/types': 'error' },
		languageOptions: { parserOptions: { project: './tsconfig.tests.json' } },
	},
	{
		files: ['test/**/*.mts'],
		languageOptions: { globals: globals.jest },
	},
	{
		files: ['sandbox/drawer/page/*.mjs'],
		languageOptions: { globals: globals.browser },
	},
	{
		files: ['**/*.js'],
		languageOptions: { sourceType: 'commonjs' },
	},
);
