// Updates all generated files: the table of operations in docs/operations.md, the previews of outputs, the page of the fault
// matrix, the recipes for n8n's template library and the picture of the folders. Tables and previews come from the results of the
// engine tests: run `npm run build` and `npx jest --selectProjects engine` first. `--check` writes nothing, and fails
// when a file is not current.
import './coverage.mts';
import './previews.mts';
import './faults.mts';
import './templates.mts';
import './architecture.mts';
