import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { SavedWorkflow } from '../../../demo/n8nRest.mts';
import { canvasPicture } from './canvasPicture.mts';
import { pasteWorkflow } from './pasteWorkflow.mts';
import type { RealN8n } from './realN8n.mts';

/** Pastes a file of demo/workflows into the editor. Takes a picture if `folder` is given. */
export async function pasteRecipe(
	page: Page,
	{ n8n, rest }: Pick<RealN8n, 'n8n' | 'rest'>,
	name: string,
	pictures?: string,
): Promise<SavedWorkflow> {
	const file = new URL(`../../../demo/workflows/${name}.json`, import.meta.url);
	const pasted = await pasteWorkflow(page, { url: n8n.url, rest }, await readFile(file, 'utf8'));
	if (pictures) await canvasPicture(page, join(pictures, `recipe-${name}.png`));
	return pasted;
}
