import { runScenario } from './harness/runScenario.mts';

const ONE_OF_EACH = ['blocklistAddition', 'incomingMessage'];
const TWO_OF_EACH = [...ONE_OF_EACH, ...ONE_OF_EACH].sort();

test('each event comes once, polled alone or beside pushes, also when polls fail and n8n was down', async () => {
	expect(await runScenario('pollingTrigger')).toEqual({
		// A failing poll is reported, and the next one catches up.
		...{ whileDown: 0, afterwards: ONE_OF_EACH },
		// Events during n8n's downtime come once too, although the restart delays their pushes.
		...{ afterOutage: TWO_OF_EACH, bothFirst: TWO_OF_EACH, alone: TWO_OF_EACH, both: TWO_OF_EACH },
		// The editor fetches each feed's latest event, or a sample.
		tested: ['blocklistAddition,', 'deliveryReport,true', 'incomingMessage,second'],
	});
});
