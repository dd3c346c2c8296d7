import { waits } from '../harness/byHand.mts';
import type { Kit } from './kit.mts';

/** One gets the text, one has a filtered phone, one is unreachable, and one opted out. */
const PEOPLE = ['0506661001', '0509999015', '0509999004', '0506661002'];

export async function textThenCall({ rest, sandbox, workflow }: Kit) {
	sandbox.optOut({ phone: '0506661002' });
	const { id } = await workflow((nodes) => {
		const people = PEOPLE.map((phone, index) => ({ name: `Person ${index + 1}`, phone }));
		Object.assign(nodes.People ?? {}, { jsonOutput: JSON.stringify({ people }) });
	});
	const { executionId } = await rest.run(id, 'When clicking ‘Execute workflow’');
	await waits(rest, executionId);
	const { status } = await rest.ended(executionId);
	const calls = PEOPLE.map((phone) =>
		sandbox.messages({ phone }).flatMap(({ kind, text }) => (kind === 'voice' ? [text] : [])),
	);
	return { status, calls };
}
