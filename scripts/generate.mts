// Updates all generated files: the table of operations in docs/operations.md, the previews of outputs, the page of the fault
// matrix, the recipes for n8n's template library and the picture of the folders. Previews and
// the matrix come from the results of engine tests: run `npm run build`, and the tests of what has changed, first. `--check` writes
// nothing, and fails when a file is not current after a run of all engine tests.
import './coverage.mts';
import './previews.mts';
import './faults.mts';
import './templates.mts';
import './architecture.mts';
