import { readdirSync, readFileSync } from 'node:fs';
import type { INode, IWorkflowBase } from 'n8n-workflow';

const FOLDER = 'demo/workflows/';
const recipes = readdirSync(FOLDER).map((file): [string, IWorkflowBase] => [
	file,
	JSON.parse(readFileSync(FOLDER + file, 'utf8')) as IWorkflowBase,
]);

interface Send {
	source: string | { value: string };
	message: string;
	options?: { addUnsubscribe?: string; tracking?: { campaignName?: string } };
}

/** The nodes that text people, or say what that would cost. */
const sendsIn = ({ nodes }: IWorkflowBase) =>
	nodes
		.filter(({ type, parameters }) => /\.textMe$/.test(type) && 'message' in parameters)
		.map((node) => [node.name, node.parameters as unknown as Send] as const);
const notesIn = ({ nodes }: IWorkflowBase) =>
	nodes
		.filter(({ type }: INode) => type.endsWith('.stickyNote'))
		.map(({ parameters }) => parameters.content as string)
		.join('\n');

/** They are found by what they send, and by their name. */
const campaigns = recipes.filter(
	([file, workflow]) =>
		file.startsWith('campaign') ||
		sendsIn(workflow).some(([, { message }]) => /\d% off|הטבות/.test(message)),
);

test.each(recipes)('%s runs in the time zone of Israel', (_, { settings }) => {
	expect(settings?.timezone).toBe('Asia/Jerusalem');
});

test.each(recipes)('%s can be removed by a reply only from a number', (_, workflow) => {
	for (const [, { source, options }] of sendsIn(workflow)) {
		if (options?.addUnsubscribe !== '2') continue;
		expect(typeof source === 'string' ? source : source.value).toMatch(/^\d+$/);
	}
});

test('there are campaigns among them', () => {
	expect(campaigns.map(([file]) => file)).toEqual([
		'campaign-in-steps.json',
		'campaign-report.json',
		'campaign-with-estimate.json',
		'consent-by-reply.json',
	]);
});

test.each(campaigns)('%s names the business, and says so in its note', (_, workflow) => {
	const advertising = sendsIn(workflow).filter(([, { message }]) => /MyShop/.test(message));
	expect(advertising.length).toBeGreaterThan(0);
	expect(notesIn(workflow)).toContain('*MyShop*');
	for (const [, { message }] of sendsIn(workflow)) {
		if (/% off/.test(message)) expect(message).toMatch(/^=MyShop: /);
	}
});

test.each(recipes)('%s sends no campaign without a way to opt out', (_, workflow) => {
	for (const [, { message, options = {} }] of sendsIn(workflow)) {
		if (!/% off/.test(message) && options.tracking?.campaignName === undefined) continue;
		expect(options.addUnsubscribe).toMatch(/^[23]$/);
		expect(notesIn(workflow)).toMatch(/opt out/);
	}
});

test.each(recipes)('%s: what its note names is in the workflow', (_, workflow) => {
	const names = workflow.nodes.map(({ name }) => name);
	const named = [...notesIn(workflow).matchAll(/In \*\*([^*]+)\*\*/g)].map(([, name]) => name);
	expect(named.filter((name) => !names.includes(name ?? ''))).toEqual([]);
});

/** The ways to choose, by the name of the parameter. */
const MODES: Record<string, string[]> = {
	source: ['list', 'value'],
	contactList: ['list', 'id'],
	campaignId: ['list', 'id'],
};

test.each(recipes)('%s shows in the editor how a sender or a list is chosen', (_, { nodes }) => {
	for (const { type, parameters } of nodes.filter(({ type }) => /\.textMe$/.test(type))) {
		for (const [name, value] of Object.entries(parameters)) {
			if (!(name in MODES)) continue;
			expect({ type, name, value }).toMatchObject({ value: { __rl: true } });
			expect(MODES[name]).toContain((value as { mode: string }).mode);
		}
	}
});

test.each(recipes)(
	'%s asks for the same name where others read from what is replaced',
	(_, workflow) => {
		const note = notesIn(workflow);
		const replaced = [...note.matchAll(/Replace ((?:\*\*[^*]+\*\*(?: and )?)+)/g)].flatMap(
			([, names = '']) => [...names.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name),
		);
		const read = [...JSON.stringify(workflow.nodes).matchAll(/\$\('((?:[^'\\]|\\+')+)'\)/g)].map(
			([, name = '']) => name.replaceAll('\\', ''),
		);
		for (const name of replaced.filter((name) => read.includes(name ?? ''))) {
			expect(note).toMatch(new RegExp(`name (it|that node) \\*\\*${name}\\*\\*`, 'i'));
		}
	},
);

test('there are recipes where others read from what is replaced', () => {
	const asking = recipes.filter(([, workflow]) =>
		/name (it|that node) \*\*/i.test(notesIn(workflow)),
	);
	expect(asking.map(([file]) => file)).toEqual([
		'appointment-reminder.json',
		'approve-by-sms.json',
		'campaign-with-estimate.json',
		'consent-by-reply.json',
		'text-then-call.json',
		'two-way-survey.json',
	]);
});

/** Their trigger cannot know which texts answer a question. */
const hearsTexts = ({ nodes }: IWorkflowBase) =>
	nodes.some(
		({ type, parameters }) =>
			/\.textMeTrigger$/.test(type) && [parameters.events].flat().includes('incomingMessage'),
	);
const asksByText = ({ nodes }: IWorkflowBase) =>
	nodes.some(({ parameters }) => parameters.responseType === 'smsReply');

test('recipes that ask by text, and those that incoming texts start, say how to keep them apart', () => {
	const meant = recipes.filter(([, workflow]) => hearsTexts(workflow) || asksByText(workflow));
	expect(meant.map(([file]) => file)).toEqual([
		'answer-replies.json',
		'appointment-reminder.json',
		'consent-by-reply.json',
		'opening-hours.json',
		'text-your-agent.json',
		'two-way-survey.json',
	]);
	for (const [, workflow] of meant) expect(notesIn(workflow)).toContain('**To Numbers**');
});
