import { STARTED, WAITING } from '../recipes/started.mts';
import { withRecipes } from '../recipes/withRecipes.mts';

await withRecipes(Object.keys({ ...WAITING, ...STARTED }), async (kit) => {
	await Promise.all(Object.values(WAITING).map((recipe) => recipe(kit)));
	for (const recipe of Object.values(STARTED)) await recipe(kit);
});
