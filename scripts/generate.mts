// Brings all that is generated up to date: the table of operations in docs/operations.md, the previews of outputs, the page of the fault
// matrix, the recipes for n8n's template library and the page of assumptions. Tables and previews come from what the engine
// tests saw: `npm run build` and `npx jest --selectProjects engine` first. With `--check` nothing is written, and what is not
// current is a failure.
import './coverage.mts';
import './previews.mts';
import './faults.mts';
import './templates.mts';
import './assumptions.mts';
