import { PUBLISHED } from '../recipes/published.mts';
import { withRecipes } from '../recipes/withRecipes.mts';

await withRecipes(Object.keys(PUBLISHED), async (kit) => {
	for (const recipe of Object.values(PUBLISHED)) await recipe(kit);
});
