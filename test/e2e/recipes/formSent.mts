import { openForm, post, send } from './forms.mts';
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
	// Somebody uses the form to text others.
	const abused = await openForm(kit, workflow, 'Call me back');
	const victims = ['0502220002', '0502220003'];
	await send(abused, { Name: 'Pay now: https://evil.example', Phone: victims.join() });
	await abused.getByText('We could not text you').waitFor();
	const ended = await endings(kit, workflow, 3);
	// A machine has one phone texted repeatedly, and 12 real people come.
	const crowd = Array.from({ length: 12 }, (_, n) => `05022230${10 + n}`);
	const posts = [...Array<string>(40).fill('0502220004'), ...crowd];
	for (const phone of posts) await post(kit, workflow, 'Call me back', 'X', phone);
	const { '0502220004': again, ...others } = await textsOf(kit, '0502220004', ...crowd);
	return {
		endings: ended,
		again: again?.length,
		others: Object.values(others).map(({ length }) => length),
		texts: await textsOf(kit, '0502220001', ...victims),
	};
}
