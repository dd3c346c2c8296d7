// Updates all generated files: the tables of docs/operations.md and docs/errors.md, the figures of docs/speed.md and the previews of outputs.
// Previews come from engine tests, so first run `npm run build` and the tests of what has changed. `--check` writes nothing,
// and after a run of all engine tests fails if a file is out of date.
import './operationsTable.mts';
import './statusTable.mts';
import './speedPage.mts';
import './previews.mts';
