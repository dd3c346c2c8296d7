import { PUBLISHED } from '../recipes/published.mts';
import { STARTED } from '../recipes/started.mts';
import { withRecipes } from '../recipes/withRecipes.mts';

await withRecipes({ ...PUBLISHED, ...STARTED });
