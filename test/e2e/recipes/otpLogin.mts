import { openForm, post, send } from './forms.mts';
import { endings, textsOf, type Kit } from './kit.mts';

const PHONE = '0503330001';

export async function otpLogin(kit: Kit) {
	const workflow = await kit.workflow((nodes) => {
		const code = nodes['Not too many'] as { jsCode: string };
		code.jsCode = code.jsCode.replace('AN_HOUR = 100', 'AN_HOUR = 16');
	});
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
	const ended = await endings(kit, workflow, 1);
	// A machine has one phone texted repeatedly, and then others, until the hour's limit of 16 codes.
	const others = Array.from({ length: 12 }, (_, n) => `05033330${10 + n}`);
	const posts = [...Array<string>(8).fill('0503330002'), ...others];
	for (const phone of posts) await post(kit, workflow, 'Sign in', phone);
	const { [PHONE]: texts = [], '0503330002': again, ...rest } = await textsOf(kit, PHONE, ...posts);
	return {
		endings: ended,
		again: again?.length,
		others: Object.values(rest).flat().length,
		texts: texts.map((text) => text.replace(code, '[code]')),
	};
}
