import { output } from '../../../demo/n8nRest.mts';
import { waits } from '../harness/byHand.mts';
import { eventually, textsOf, type Kit } from './kit.mts';
import { alwaysOpen } from './shopHours.mts';

const PEOPLE = { prompt: '0505559001', late: '0505559002', silent: '0505559003', wrong: '12' };

/** One person answers at once, one the second time, one never, and one number is wrong. */
export async function askOnceMore(kit: Kit) {
	const { rest, sandbox } = kit;
	const { id } = await kit.workflow((nodes) => {
		const people = Object.entries(PEOPLE).map(([name, phone]) => ({ name, phone }));
		Object.assign(nodes.People ?? {}, { jsonOutput: JSON.stringify({ people }) });
		for (const name of ['Ask them', 'Ask once more']) {
			// Seconds instead of the recipe's day.
			const values = { limitType: 'afterTimeInterval', resumeAmount: 0.4, resumeUnit: 'minutes' };
			Object.assign(nodes[name]?.options ?? {}, {
				limitWaitTime: { values },
				sendingHours: alwaysOpen(),
			});
		}
	});
	const { executionId } = await rest.run(id, 'When clicking ‘Execute workflow’');
	await waits(rest, executionId);
	sandbox.handsetReply({ phone: PEOPLE.prompt, text: '1' });
	await eventually(
		() => sandbox.messages({ phone: PEOPLE.late }),
		({ length }) => length === 2,
	);
	sandbox.handsetReply({ phone: PEOPLE.late, text: 'No' });
	const execution = await rest.ended(executionId);
	const answers = output(execution, 'The answers').map(({ phone, choice, outcome }) =>
		[phone, outcome, choice].join(' '),
	);
	const { prompt, late, silent } = PEOPLE;
	const texts = await textsOf(kit, prompt, late, silent);
	return {
		status: execution.status,
		answers,
		texts: Object.values(texts).map(({ length }) => length),
	};
}
