// What is not published (sandbox, demo, tests, scripts) may use all of Node, so it has rules of its own.
import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';

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
