import { BY_TEXT, PUBLISHED } from '../recipes/published.mts';
import { STARTED, WAITING } from '../recipes/started.mts';
import { withRecipes } from '../recipes/withRecipes.mts';

const inTurn = { ...STARTED, ...PUBLISHED, ...BY_TEXT };
await withRecipes(Object.keys({ ...WAITING, ...inTurn }), async (kit) => {
	await Promise.all(Object.values(WAITING).map((recipe) => recipe(kit)));
	for (const recipe of Object.values(inTurn)) await recipe(kit);
});
