import { BY_TEXT } from '../recipes/published.mts';
import { withRecipes } from '../recipes/withRecipes.mts';

await withRecipes(Object.keys(BY_TEXT), async (kit) => {
	for (const recipe of Object.values(BY_TEXT)) await recipe(kit);
});
