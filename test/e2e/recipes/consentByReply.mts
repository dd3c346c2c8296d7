import { call } from '../../sandbox/call.mts';
import { waits } from '../harness/byHand.mts';
import type { Kit } from './kit.mts';

/** One agrees, one by the number of the choice, one does not, one says something else, and one has opted out. */
const REPLIES = {
	'0506662001': 'כן!',
	'0506662002': '1',
	'0506662003': 'לא',
	'0506662004': 'מי זה?',
};

export async function consentByReply({
	rest,
	sandbox,
	workflow,
}: Pick<Kit, 'rest' | 'sandbox' | 'workflow'>) {
	const destination = [{ phone: '0506662009' }];
	const { fields } = await call(sandbox, 'newCL', {
		cl: { name: 'Agreed', destinations: { destination } },
	});
	const list = String(fields.identifiers);
	sandbox.optOut({ phone: '0506662005' });
	const { id } = await workflow((nodes) => {
		const people = [...Object.keys(REPLIES), '0506662005'].map((phone, index) => ({
			name: `Person ${index + 1}`,
			phone,
		}));
		Object.assign(nodes.People ?? {}, { jsonOutput: JSON.stringify({ people }) });
		Object.assign(nodes['Keep the consent'] ?? {}, {
			contactList: { __rl: true, mode: 'list', value: list },
		});
	});
	const { executionId } = await rest.run(id, 'When clicking ‘Execute workflow’');
	await waits(rest, executionId);
	for (const [phone, text] of Object.entries(REPLIES)) sandbox.handsetReply({ phone, text });
	const { status } = await rest.ended(executionId);
	const { fields: kept } = await call(sandbox, 'getCLbyID', { cl: { id: list } });
	return { status, kept: (kept.contact_list as { destinations: unknown }).destinations };
}
