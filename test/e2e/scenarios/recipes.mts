import { BY_TEXT, PUBLISHED } from '../recipes/published.mts';
import { STARTED, WAITING } from '../recipes/started.mts';
import { withRecipes } from '../recipes/withRecipes.mts';

const all = { ...WAITING, ...PUBLISHED, ...STARTED, ...BY_TEXT };
await withRecipes(Object.keys(all), async (kit) => {
	const inTurn = async (recipes: Partial<typeof all>) => {
		for (const recipe of Object.values(recipes)) await recipe(kit);
	};
	await Promise.all([...Object.values(WAITING).map((recipe) => recipe(kit)), inTurn(PUBLISHED)]);
	await inTurn(STARTED);
	await inTurn(BY_TEXT);
});
