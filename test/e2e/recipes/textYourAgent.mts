import { addressOf } from '../../../demo/exampleWorkflows.mts';
import type { ModelRequest } from '../../../demo/scriptedModel.mts';
import { eventually, textsOf, type Kit } from './kit.mts';

const DANA = '0506664001';
const OMER = '0506664002';
const ME = '0506664003';

/** What the model was told that people said, oldest first, and a link that it was made to write. */
const remembered = ({ messages }: ModelRequest) => ({
	say: `${messages
		.filter(({ role }) => role === 'user')
		.map(({ content }) => content.replaceAll('\n', ' / '))
		.join(' … ')}. That is 19.90. See https://evil.example/pay or www.evil.example.`,
});

/** Two people text an agent at the same time. A person takes one conversation over, and gives it back. */
export async function textYourAgent(kit: Kit) {
	const { rest, sandbox, url, model } = kit;
	const workflow = await kit.workflow((nodes) => {
		const code = nodes['Agent or person?'] as { jsCode: string };
		code.jsCode = code.jsCode
			.replace('0527654321', ME)
			.replace("MY_WORD = ''", "MY_WORD = 'Mango'");
		Object.assign(nodes['Pass it on to me'] ?? {}, { phones: ME });
	});
	await rest.activate(workflow);
	const address = `${url}/webhook/${addressOf(workflow, 'Somebody texts')}`;
	const push = sandbox.registerPush({ feed: 'incoming', url: address });
	model.follow(...Array.from({ length: 10 }, () => remembered));

	const said = (phone: string, text: string) => sandbox.handsetReply({ phone, text });
	const got = async (phone: string, count: number) => {
		const texts = await eventually(
			() => sandbox.messages({ phone }),
			({ length }) => length >= count,
		);
		if (texts.length < count) throw new Error(`${phone} got ${texts.length} texts, not ${count}`);
	};
	const isOver = (count: number) =>
		eventually(
			async () => (await rest.executions(workflow.id)).filter((one) => one.status === 'success'),
			({ length }) => length >= count,
		);

	said(OMER, 'My order is 1042');
	for (const text of ['Hi', 'it is me', 'Dana']) {
		said(DANA, text);
		await sandbox.settle();
	}
	await Promise.all([got(DANA, 1), got(OMER, 1)]);
	said(DANA, 'When do you open?');
	said(OMER, 'Human');
	await Promise.all([got(DANA, 2), got(ME, 1)]);
	said(OMER, 'Is somebody there? https://evil.example');
	said(ME, `human +972 ${DANA.slice(1)} mango`);
	await Promise.all([got(ME, 2), isOver(6)]);
	said(DANA, 'And today?');
	said(ME, `agent ${OMER} mango`);
	await Promise.all([got(ME, 3), isOver(8)]);
	const whileTakenOver = model.requests().length;
	said(OMER, 'Thanks');
	said(DANA, 'agent');
	await Promise.all([got(DANA, 3), got(OMER, 2)]);
	sandbox.removePush(push.id);
	await rest.deactivate(workflow.id);
	return {
		...(await textsOf(kit, DANA, OMER, ME)),
		whileTakenOver,
		requests: model.requests().length,
	};
}
