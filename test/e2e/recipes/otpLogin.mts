import { openForm, send } from './forms.mts';
import { endings, textsOf, type Kit } from './kit.mts';

const PHONE = '0503330001';

export async function otpLogin(kit: Kit) {
	const workflow = await kit.workflow();
	await kit.rest.activate(workflow);
	const page = await openForm(kit, workflow, 'Sign in');
	await send(page, { Phone: '050-333-0001' }, 'Text me the code');
	await page.getByText('We have texted it to you').waitFor();
	const code = kit.sandbox.lastOtp(PHONE) ?? '';
	const wrong = code === '111111' ? '222222' : '111111';
	await send(page, { Code: wrong }, 'Sign in');
	await page.getByText('That code was wrong').waitFor();
	await send(page, { Code: code }, 'Sign in');
	await page.getByText('You are signed in').waitFor();
	const { [PHONE]: texts = [] } = await textsOf(kit, PHONE);
	return {
		endings: await endings(kit, workflow, 1),
		texts: texts.map((text) => text.replace(code, '[code]')),
	};
}
