import { eventually, type Kit } from './kit.mts';
import type { Mailbox } from './mailbox.mts';

const mailsOf = ({ mails }: Mailbox) => mails.filter(({ subject }) => /^TextMe: /.test(subject));

/** The mail that comes when the recipe is published, with more credits asked for than there are. */
export async function accountAlerts(mailbox: Mailbox, { rest, workflow: create }: Kit) {
	const workflow = await create((nodes) => {
		Object.assign(nodes['Account alert']?.filters ?? {}, { balanceBelow: 1_000_000 });
	});
	// n8n polls when a workflow is published.
	await rest.activate(workflow);
	const [mail] = await eventually(
		() => mailsOf(mailbox),
		({ length }) => length > 0,
	);
	return { ...mail, count: mailsOf(mailbox).length };
}
