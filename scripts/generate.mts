// Updates all generated files: the table of docs/operations.md, the figures of docs/speed.md and the previews of outputs. Previews come from the results of engine tests: run `npm run build`, and the tests of what has changed, first.
// `--check` writes nothing, and fails when a file is not current after a run of all engine tests.
import './operationsTable.mts';
import './speedPage.mts';
import './previews.mts';
