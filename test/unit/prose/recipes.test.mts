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

test.each(recipes)('runs every recipe in the time zone of Israel: %s', (_, { settings }) => {
	expect(settings?.timezone).toBe('Asia/Jerusalem');
});

/** Each text of the recipes, with its recipe. */
const sends = recipes.flatMap(([file, workflow]) =>
	sendsIn(workflow).map(([name, send]) => [file, name, send, workflow] as const),
);
const removable = sends.filter(([, , { options }]) => options?.addUnsubscribe === '2');
const advertising = sends.filter(
	([, , { message, options }]) => /% off/.test(message) || options?.tracking?.campaignName,
);

test.each(removable)(
	'removes people by a reply only where a number sends: %s, "%s"',
	(_, __, { source }) => {
		expect(typeof source === 'string' ? source : source.value).toMatch(/^\d+$/);
	},
);

test('there are campaigns among them', () => {
	expect(campaigns.map(([file]) => file)).toEqual([
		'campaign-report.json',
		'campaign-with-estimate.json',
	]);
});

test.each(campaigns)('names the business in a campaign and its note: %s', (_, workflow) => {
	const advertising = sendsIn(workflow).filter(([, { message }]) => /MyShop/.test(message));
	expect(advertising.length).toBeGreaterThan(0);
	expect(notesIn(workflow)).toContain('*MyShop*');
	for (const [, { message }] of sendsIn(workflow)) {
		if (/% off/.test(message)) expect(message).toMatch(/^=MyShop: /);
	}
});

test.each(advertising)('sends no campaign without a way to opt out: %s, "%s"', (...row) => {
	const [, , { options }, workflow] = row;
	expect(options?.addUnsubscribe).toMatch(/^[23]$/);
	expect(notesIn(workflow)).toMatch(/opt out/);
});

test.each(recipes)('names in a note only nodes of the workflow: %s', (_, workflow) => {
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

const choices = recipes.flatMap(([file, { nodes }]) =>
	nodes
		.filter(({ type }) => /\.textMe$/.test(type))
		.flatMap(({ name, parameters }) =>
			Object.entries(MODES).flatMap(([field, modes]) =>
				field in parameters ? [[file, field, name, parameters[field], modes] as const] : [],
			),
		),
);

test.each(choices)('shows in the editor how a field is chosen: %s, %s of "%s"', (...row) => {
	const [, , , value, modes] = row;
	expect(value).toMatchObject({ __rl: true });
	expect(modes).toContain((value as { mode: string }).mode);
});

/** The nodes that a note says to replace, and from whose items others read. */
const replaced = recipes.flatMap(([file, workflow]) => {
	const note = notesIn(workflow);
	const names = [...note.matchAll(/Replace ((?:\*\*[^*]+\*\*(?: and )?)+)/g)].flatMap(
		([, some = '']) => [...some.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name),
	);
	const read = [...JSON.stringify(workflow.nodes).matchAll(/\$\('((?:[^'\\]|\\+')+)'\)/g)].map(
		([, name = '']) => name.replaceAll('\\', ''),
	);
	return names.filter((name) => read.includes(name)).map((name) => [file, name, note] as const);
});

test.each(replaced)('asks whoever replaces a node to keep its name: %s, "%s"', (_, name, note) => {
	expect(note).toMatch(new RegExp(`name (it|that node) \\*\\*${name}\\*\\*`, 'i'));
});

test('has rules for so many texts and nodes of the recipes', () => {
	const counts = Object.entries({ removable, advertising, choices }).map(
		([rule, { length }]) => [rule, length] as const,
	);
	expect(Object.fromEntries(counts)).toEqual({ removable: 1, advertising: 4, choices: 31 });
	expect(replaced.map(([file]) => file)).toEqual([
		'after-unknown.json',
		'appointment-reminder.json',
		'approve-by-sms.json',
		'ask-once-more.json',
		'campaign-with-estimate.json',
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
		'ask-once-more.json',
		'opening-hours.json',
		'text-your-agent.json',
		'two-way-survey.json',
	]);
	for (const [, workflow] of meant) expect(notesIn(workflow)).toContain('**To Numbers**');
});
