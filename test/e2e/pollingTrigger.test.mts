import { useScenario } from './harness/runScenario.mts';

interface Report {
	/** Events that were there after a poll had failed. */
	whileDown: number;
	afterwards: string[];
	afterOutage: string[];
	bothFirst: string[];
	alone: string[];
	both: string[];
	tested: Array<Record<string, unknown>>;
}

const TWO_OF_EACH = [
	'blocklistAddition',
	'blocklistAddition',
	'incomingMessage',
	'incomingMessage',
];

describe('TextMe Polling Trigger in a real n8n', () => {
	const report = useScenario<Report>('pollingTrigger');

	test('reports a poll that fails, and brings what happened meanwhile with the next', () => {
		expect(report().whileDown).toBe(0);
		expect(report().afterwards).toEqual(['blocklistAddition', 'incomingMessage']);
	});

	test('catches up once on what happened while n8n was down', () => {
		expect(report().afterOutage).toEqual(TWO_OF_EACH);
		expect(report().alone).toEqual(TWO_OF_EACH);
	});

	test('pushed and polled in one workflow, each event comes once, though a push was late by a restart', () => {
		expect(report().bothFirst).toEqual(TWO_OF_EACH);
		expect(report().both).toEqual(TWO_OF_EACH);
	});

	test('fetches the latest of each event in the editor, or a sample', () => {
		const fetched = report().tested.map(({ event, sample, message }) => [event, sample, message]);
		expect(fetched.sort()).toEqual([
			['blocklistAddition', undefined, undefined],
			['deliveryReport', true, undefined],
			['incomingMessage', undefined, 'second'],
		]);
	});
});
