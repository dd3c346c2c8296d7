import { readdirSync, readFileSync } from 'node:fs';
import type { IWorkflowBase } from 'n8n-workflow';

const FOLDER = 'demo/workflows/';

/** The recipes by file. */
export const recipes = readdirSync(FOLDER).map((file): [string, IWorkflowBase] => [
	file,
	JSON.parse(readFileSync(FOLDER + file, 'utf8')) as IWorkflowBase,
]);
