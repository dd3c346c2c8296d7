import { eventually, type ByNode, type Kit } from './kit.mts';
import type { Mailbox } from './mailbox.mts';

const mailsOf = ({ mails }: Mailbox) => mails.filter(({ subject }) => /^TextMe: /.test(subject));

/** The recipe as it is, then with a higher credit threshold, then with a longer token threshold. */
export async function accountAlerts({ rest, mailbox, workflow: create }: Kit) {
	const run = async (change?: (condition: string) => string) => {
		const workflow = await create((nodes: ByNode) => {
			const node = nodes['Soon used up?'];
			if (node && change) {
				node.conditions = JSON.parse(change(JSON.stringify(node.conditions))) as object;
			}
		});
		const { executionId } = await rest.run(workflow.id, 'Every morning');
		return (await rest.ended(executionId)).status;
	};
	const statuses = [await run()];
	const quiet = mailsOf(mailbox).length;
	statuses.push(await run((conditions) => conditions.replace('500', '1000000')));
	statuses.push(await run((conditions) => conditions.replace('days: 14', 'days: 14000')));
	const mails = await eventually(
		() => mailsOf(mailbox),
		({ length }) => length >= 2,
	);
	return { statuses, quiet, mails };
}
