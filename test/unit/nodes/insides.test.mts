import { readFileSync } from 'node:fs';
import { published } from '../sources.mts';

/** Words of what n8n promises nobody. `nodes/n8n/` says of each what breaks it, and what happens then. */
const INSIDES =
	/Object\.(?:create|setPrototypeOf)\(|\binstanceSettings\b|\bgetExecuteData\b|\bexecutionData\b|\bexecutionStack\b|\bconnectionInputData\b|\badditionalData\b|\bsetMetadata\b|\bwebhookDescriptionFields\b|\breadRawBody\b|\brawBody\b|\bai_tool\b|\btoolCallId\b|HitlTool\b|\bcheckProcessedAndRecord\b|\bremoveProcessed\b|\bexecuteWorkflow\b|\bsetSignatureValidationRequired\b/g;

const insidesIn = (path: string) => readFileSync(path, 'utf8').match(INSIDES) ?? [];

test('only nodes/n8n leans on what n8n does not promise', () => {
	const [own, others] = [true, false].map((isOwn) =>
		published.filter((path) => path.startsWith('nodes/n8n/') === isOwn),
	) as [string[], string[]];
	expect(others.flatMap((path) => insidesIn(path).map((word) => `${path}: ${word}`))).toEqual([]);
	expect(new Set(own.flatMap(insidesIn)).size).toBeGreaterThan(10);
});
