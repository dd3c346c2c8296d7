// Writes the statuses of the service into docs/errors.md.
import { STATUS_ROWS } from '../gateway/replies/statusTable';
import { keepSection, table } from './generatedFile.mts';

const rows = Object.entries(STATUS_ROWS)
	.filter(([status]) => status !== '0')
	.map(([status, { meaning, hint }]) => [status, meaning, hint]);
await keepSection('docs/errors.md', 'statuses', table(['Status', 'Meaning', 'What to do'], rows));
