import { output } from '../../../demo/n8nRest.mts';
import { until } from '../../../demo/until.mts';
import { lastMessage } from '../harness/askWorkflow.mts';
import { waits } from '../harness/byHand.mts';
import type { Kit } from './kit.mts';

/** Starts the recipe by hand, and resolves when it waits. Returns the texts that a person gets from then on. */
async function begin({ rest, sandbox }: Kit, { id }: { id: string }) {
	const { executionId } = await rest.run(id, 'When clicking ‘Execute workflow’');
	await waits(rest, executionId);
	return {
		executionId,
		said: (phone: string) => lastMessage(sandbox, phone).text,
		reply: (phone: string, text: string) => sandbox.handsetReply({ phone, text }),
	};
}

/** A low rating, and the reason for it. */
export async function twoWaySurvey(kit: Kit) {
	const noa = '0541112233';
	const { executionId, said, reply } = await begin(kit, await kit.workflow());
	reply(noa, '2️⃣');
	await until(() => said(noa).includes('מה היה פחות טוב'));
	const second = said(noa);
	reply(noa, 'חיכיתי הרבה זמן');
	const survey = await kit.rest.ended(executionId);
	return { second, status: survey.status, result: output(survey, 'The result') };
}

/** One person confirms, with a Hebrew keyboard's marks, and one opts out. */
export async function appointmentReminder(kit: Kit) {
	const dana = '0506669001';
	const omer = '0506669002';
	const people = [
		{ name: 'דנה', phone: dana, time: '9:00' },
		{ name: 'עומר', phone: omer, time: '10:30' },
	];
	const { rest, sandbox } = kit;
	const workflow = await kit.workflow(({ Calendar: calendar }) =>
		Object.assign(calendar ?? {}, { jsonOutput: JSON.stringify({ appointments: people }) }),
	);
	const { executionId, said, reply } = await begin(kit, workflow);
	const reminded = [said(dana), said(omer)];
	reply(dana, '\u200F1\u200E');
	reply(omer, '\u200Fהסר.');
	const { status } = await rest.ended(executionId);
	const blocked = sandbox.accountView().blocked.map(({ phone }) => phone);
	return {
		status,
		reminded,
		confirmed: said(dana),
		blocked: [dana, omer].filter((phone) => blocked.includes(phone)),
		textsToOmer: sandbox.messages({ phone: omer }).length,
	};
}
