// Takes pictures of outputs. Arguments: the report file and a folder for the pictures.
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { N8nRest, WorkflowFile } from '../../../demo/n8nRest.mts';
import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import { byHand, chosen, textMe } from '../harness/byHand.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { sharedScenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';
import { until } from '../../../demo/until.mts';

const [, , , pictures] = process.argv;

const PEOPLE = Array.from({ length: 12 }, (_, n) => ({
	name: `Patient ${n + 1}`,
	time: `${8 + n}:30`,
	phone: `05055500${String(n).padStart(2, '0')}`,
}));

interface Editor {
	page: Page;
	url: string;
	rest: N8nRest;
	sandbox: Sandbox;
	credential: { id: string; name: string };
}

/** Hides n8n's notifications, which cover part of the panel. */
const picture = async (of: Page | Locator, name: string) =>
	pictures &&
	(await of.screenshot({
		path: join(pictures, `${name}.png`),
		style: '[class*=notification], [data-test-id^=floating-node] { display: none }',
	}));

/** Wide enough for the columns that people read. */
async function pictureOfTable(panel: Locator, name: string) {
	await panel.getByTestId('radio-button-table').click();
	const page = panel.page();
	const size = page.viewportSize();
	if (!pictures || !size) return;
	await page.setViewportSize({ width: 2400, height: 800 });
	await picture(panel, name);
	await page.setViewportSize(size);
}

const nodeOf = (
	{ credential, sandbox }: Editor,
	name: string,
	parameters: Record<string, unknown>,
	more: object = {},
) => textMe(name, credential, { source: chosen(sandbox.account.number), ...parameters }, more);

/** Creates a workflow and clicks on Execute. */
async function execute({ page, url, rest }: Editor, workflow: WorkflowFile): Promise<void> {
	// Side by side, so that each can be clicked.
	workflow.nodes.forEach((each, index) => (each.position = [index * 220, 0]));
	const { id } = await rest.createWorkflow(workflow);
	await page.goto(`${url}/workflow/${id}`);
	await page.getByTestId('execute-workflow-button').first().click();
}

async function openPanel(page: Page, name: string) {
	await page.getByTestId('canvas-node').filter({ hasText: name }).first().dblclick();
	const panel = page.getByTestId('output-panel');
	await panel.waitFor();
	return panel;
}

/** A run with an opted-out person, a duplicate and a wrong number. */
async function runOutput(editor: Editor) {
	const { page, sandbox } = editor;
	sandbox.optOut({ phone: '0502222222' });
	const send = nodeOf(
		editor,
		'Remind them',
		{
			...{ resource: 'sms', operation: 'send', sendTo: 'phones', phones: '={{ $json.phone }}' },
			message: 'We expect you tomorrow at ten',
		},
		{ onError: 'continueRegularOutput' },
	);
	const phones = [
		'0501111111',
		'050-222-2222',
		'0504444444',
		'0504444444',
		'0505555555',
		'050-333',
	];
	const people = phones.map((phone) => ({ phone }));
	await execute(editor, byHand('Reminders', [send], people));
	const panel = await openPanel(page, send.name);
	await panel.getByText(/^3 accepted/).waitFor();
	await pictureOfTable(panel, 'run-output');
}

/** A clinic asks twelve people, two of whom have no number. */
async function clinic(editor: Editor) {
	const { page, sandbox } = editor;
	const message = '=Hello {{ $json.name }}, do you come at {{ $json.time }}?';
	const asks = nodeOf(
		editor,
		'Ask them',
		{
			...{ resource: 'sms', operation: 'sendAndWait', responseType: 'smsReply' },
			...{ phone: '={{ $json.phone }}', message, choices: 'Confirm\nCancel' },
			options: { tracking: { campaignName: 'Reminders of May' } },
		},
		{ onError: 'continueRegularOutput' },
	);
	const rows = PEOPLE.map((row, n) => (n === 4 || n === 9 ? { ...row, phone: '12' } : row));
	await execute(editor, byHand('Clinic', [asks], rows));
	const asked = () => sandbox.messages().filter(({ text }) => text.includes('do you come'));
	await until(() => asked().length === 10);
	for (const [n, { phone }] of asked().entries()) {
		sandbox.handsetReply({ phone, text: n === 7 ? 'Perhaps' : n > 4 ? '2' : '1' });
	}
	const panel = await openPanel(page, asks.name);
	await panel.getByText('12 items').waitFor();
	await pictureOfTable(panel, 'answers');
}

/** What a person sees when looking back at runs. */
await sharedScenario(async ({ rest, sandbox, n8n: { url } }) => {
	const credential = await createTextMeCredential(rest, sandbox);
	return await inEditorOf({ url }, { viewport: { width: 1600, height: 900 } }, async (page) => {
		const editor = { page, url, rest, sandbox, credential };
		await runOutput(editor);
		await clinic(editor);
		return {};
	});
});
