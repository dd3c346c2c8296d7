import { PUBLISHED } from '../recipes/published.mts';
import { withRecipes } from '../recipes/withRecipes.mts';

await withRecipes(Object.keys(PUBLISHED), async (kit) => {
	for (const [name, recipe] of Object.entries(PUBLISHED)) { console.error(new Date().toISOString(), name); await recipe(kit); }
	console.error(new Date().toISOString(), 'end');
});
