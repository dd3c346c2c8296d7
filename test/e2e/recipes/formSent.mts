import { openForm, send } from './forms.mts';
import { endings, textsOf, type Kit } from './kit.mts';

export async function formSent(kit: Kit) {
	const workflow = await kit.workflow();
	await kit.rest.activate(workflow);
	const page = await openForm(kit, workflow, 'Call me back');
	await send(page, { Name: 'דנה', Phone: '050-222-0001' });
	await page.getByText('Thank you!').waitFor();
	const other = await openForm(kit, workflow, 'Call me back');
	await send(other, { Name: 'Avi', Phone: '12' });
	await other.getByText('We could not text you').waitFor();
	return { endings: await endings(kit, workflow, 2), texts: await textsOf(kit, '0502220001') };
}
