import { readFile } from 'node:fs/promises';
import { addressOf } from '../../../demo/exampleWorkflows.mts';
import { hasEnded, type SavedWorkflow, type WorkflowFile } from '../../../demo/n8nRest.mts';
import { startScriptedModel, type ModelRequest } from '../../../demo/scriptedModel.mts';
import { call } from '../../sandbox/call.mts';
import { createModelCredential } from '../harness/agentWorkflow.mts';
import { chosen, textMe } from '../harness/byHand.mts';
import { scenario, type RealN8n } from '../harness/realN8n.mts';
import {
	activated,
	createTextMeCredential,
	node,
	pushTrigger,
	workflowOf,
} from '../harness/triggerWorkflow.mts';
import { until } from '../../../demo/until.mts';
import { startOutside } from '../recipes/outside.mts';
import { closedForNow } from '../recipes/shopHours.mts';

type Node = WorkflowFile['nodes'][number];
type Credentials = Record<'textMeApi' | 'openAiApi', { id: string; name: string }>;
type Push = Record<string, string>;

const ME = '0507888888';

const people = (count: number, prefix: string) =>
	Array.from({ length: count }, (_, n) => prefix + String(n).padStart(2, '0'));
const text = (phone: string, dest: string, message: string): Push => ({ phone, dest, message });

async function push(url: string, body: Push | Push[]): Promise<number> {
	const isList = Array.isArray(body);
	const headers = {
		'content-type': isList ? 'application/json' : 'application/x-www-form-urlencoded',
	};
	const init = { method: 'POST', headers };
	const sent = isList ? JSON.stringify(body) : new URLSearchParams(body);
	return (await fetch(url, { ...init, body: sent })).status;
}

/** Resolves when `count` executions of a workflow have ended and none runs. Returns their results. */
async function endings({ rest }: RealN8n, { id }: { id: string }, count = 1): Promise<string[]> {
	let statuses: string[] = [];
	const look = async () => {
		const executions = await rest.executions(id);
		statuses = executions.map(({ status }) => status);
		return executions.length >= count && executions.every(hasEnded);
	};
	await until(look, { progress: () => statuses.join() });
	return statuses;
}

/** The texts that each person got. */
const textsTo = ({ sandbox }: RealN8n, phones: string[]) =>
	Object.fromEntries(
		phones.map((phone) => [phone, sandbox.messages({ phone }).map((one) => one.text)]),
	);

const code = (jsCode: string) =>
	node('Code', 'n8n-nodes-base.code', { jsCode }, { typeVersion: 2 });
const answered = "{ output: 're ' + i.json.phone }";
const newest = { sortFieldsUi: { sortField: [{ fieldName: 'phone', order: 'descending' }] } };
const last = { maxItems: 1, keep: 'lastItems' };
const answer = node(
	'Answer',
	'n8n-nodes-base.set',
	{
		mode: 'raw',
		jsonOutput: '={{ JSON.stringify({ output: "re " + $json.phone }) }}',
		options: {},
	},
	{ typeVersion: 3.4 },
);
const agent = node('AI Agent', '@n8n/n8n-nodes-langchain.agent', {}, { typeVersion: 3.1 });

/**
 * The nodes between the trigger and Reply. Each item has the text for one person, and perhaps no field that names the person.
 */
const BETWEEN: Record<string, Node[]> = {
	'reversed, without': [code(`return $input.all().map((i) => ({ json: ${answered} })).reverse();`)],
	'the last of three': [node('Limit', 'n8n-nodes-base.limit', last), answer],
	'sorted, by an agent': [node('Sort', 'n8n-nodes-base.sort', newest), agent],
};

/** Three people in one execution. Reports whether each got their own text, and the result. */
async function paired(real: RealN8n, credentials: Credentials, name: string, row: Node[]) {
	const { rest, n8n, sandbox } = real;
	const path = `strangers/${Object.keys(BETWEEN).indexOf(name)}`;
	const trigger = pushTrigger(path, { events: ['incomingMessage'] });
	const parameters = { resource: 'sms', operation: 'reply', message: '={{ $json.output }}' };
	const { textMeApi, openAiApi } = credentials;
	const reply = textMe('Reply', textMeApi, parameters);
	const workflow = workflowOf(name, [trigger], [...row, reply]);
	if (row.includes(agent)) {
		const model = { model: chosen('scripted') };
		const more = { typeVersion: 1.2, credentials: { openAiApi } };
		workflow.nodes.push(node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', model, more));
		const toAgent = [[{ node: 'AI Agent', type: 'ai_languageModel', index: 0 }]];
		Object.assign(workflow.connections, { Model: { ai_languageModel: toAgent } });
	}
	const saved = await activated(rest, workflow);
	const three = people(3, `05077${path.slice(-1)}00`);
	await push(
		`${n8n.url}/webhook/${path}`,
		three.map((phone) => text(phone, sandbox.account.number, `I am ${phone}`)),
	);
	const ended = await endings(real, saved);
	return [
		ended,
		Object.values(textsTo(real, three)).map((texts, n) =>
			texts.map((one) => one === `re ${three[n]}`),
		),
	];
}

/** Strangers whose texts must not stop the others. */
const odd = (dest: string): Push[] => [
	text('BEZEQ', dest, 'hours'),
	text('2468', dest, 'hours'),
	text('1700123456', dest, 'stop'),
	text('+8821612345678', dest, 'hours'),
	text('0507999901', 'TextMe', 'hours'),
	text('0507999902', '0559999999', 'hours'),
	text('0507999903', dest, 'stop {{ $json.x }} [DYNAMIC_FIELD1]'),
	text('0507999904', dest, 'x'.repeat(40_000)),
];

async function published(
	{ rest, n8n }: RealN8n,
	file: string,
	trigger: string,
	change?: (one: Node) => void,
) {
	const recipe = JSON.parse(await readFile(`demo/workflows/${file}.json`, 'utf8')) as WorkflowFile;
	for (const one of recipe.nodes) {
		if (one.name === trigger) one.webhookId = crypto.randomUUID();
		change?.(one);
	}
	const workflow: SavedWorkflow = await activated(rest, recipe);
	return { workflow, url: `${n8n.url}/webhook/${addressOf(workflow, trigger)}` };
}

/** The recipe answers five times an hour, and the next hour may begin during the test. */
const MOST_ANSWERS = 10;

/** A machine that answers every text. Returns how many texts it got in all. */
async function loop(
	real: RealN8n,
	workflow: SavedWorkflow,
	pushed: (one: Push) => Promise<unknown>,
): Promise<number> {
	const { rest, sandbox } = real;
	const phone = '0507666000';
	const answers = () => sandbox.messages({ phone }).length;
	for (let before = -1; answers() > before && before <= MOST_ANSWERS; ) {
		before = answers();
		const { length } = await rest.executions(workflow.id);
		await pushed(text(phone, sandbox.account.number, `Thank you, number ${before}`));
		await endings(real, workflow, length + 1);
	}
	return answers();
}

/** A recipe with a crowd, unusual strangers among it, and a push with many people. */
async function crowd(
	real: RealN8n,
	credentials: Credentials,
	{ file, trigger, words, prefix, change, times = 1 }: Recipe,
) {
	const { sandbox } = real;
	const { workflow, url } = await published(real, file, trigger, (one) => {
		for (const type of Object.keys(one.credentials ?? {}) as Array<keyof Credentials>) {
			one.credentials = { [type]: credentials[type] };
		}
		change?.(one);
	});
	const { number } = sandbox.account;
	const twelve = people(12, prefix);
	const isBlocklist = words === '';
	const asPush = ({ phone = '', ...more }: Push): Push =>
		isBlocklist ? { dest: phone } : { phone, ...more };
	const pushes: Array<Push | Push[]> = twelve.map((phone) => asPush(text(phone, number, words)));
	// A different date each time, so that none is a duplicate.
	const forged = Array.from({ length: times }, (_, n) =>
		odd(number).map((one) => asPush({ ...one, date: `15/01/26 10:${10 + n}:00` })),
	);
	pushes.splice(5, 0, ...(times === 1 ? forged.flat() : forged));
	const fifty = people(50, prefix.replace(/^050/, '052')).map((phone) =>
		text(phone, number, words),
	);
	const statuses = [
		...(await Promise.all(pushes.map((one) => push(url, one)))),
		await push(url, fifty),
	];
	const isServed = (phone: string) => sandbox.messages({ phone }).length > 0;
	await until(() => isBlocklist || twelve.every(isServed));
	const answers = times > 1 ? await loop(real, workflow, (one) => push(url, one)) : 0;
	return {
		...(answers > 0 && { loopEnds: answers <= MOST_ANSWERS }),
		statuses: [...new Set(statuses)],
		endings: [...new Set(await endings(real, workflow))],
		texts: [
			...new Set(
				Object.values(textsTo(real, twelve)).map((texts) => texts.join(' | ').replace(/\d+/g, 'N')),
			),
		],
		fifty: Object.values(textsTo(real, people(50, prefix.replace(/^050/, '052')))).flat(),
	};
}

interface Recipe {
	file: string;
	trigger: string;
	/** What everybody writes; missing for opt-outs. */
	words: string;
	prefix: string;
	change?: (one: Node) => void;
	/** How often each stranger writes: more than once in pushes of several. */
	times?: number;
}

const said = ({ messages }: ModelRequest) => ({
	say: `re ${/\d{10}/.exec(messages.at(-1)?.content ?? '')?.[0] ?? 'you'}`,
});

await scenario(async (real) => {
	const { rest, sandbox } = real;
	const model = await startScriptedModel(said);
	const outside = await startOutside();
	try {
		const credentials: Credentials = {
			textMeApi: await createTextMeCredential(rest, sandbox),
			openAiApi: await createModelCredential(rest, model),
		};
		const pairing: Record<string, unknown> = {};
		for (const [name, row] of Object.entries(BETWEEN)) {
			pairing[name] = await paired(real, credentials, name, row);
		}
		const passOn = (one: Node) => {
			if (one.name === 'Pass it on to me') one.parameters.phones = ME;
		};
		const destination = people(12, '05074000').map((phone) => ({ phone }));
		const { fields } = await call(sandbox, 'newCL', {
			cl: { name: 'Crowd', destinations: { destination } },
		});
		const list = String(fields.identifiers);
		const recipes: Recipe[] = [
			{
				file: 'answer-replies',
				trigger: 'Reply or opt-out',
				words: 'Your hours?',
				prefix: '05071000',
				change: passOn,
			},
			{
				file: 'answer-replies',
				trigger: 'Reply or opt-out',
				words: 'Hello',
				prefix: '05072000',
				change: passOn,
				times: 38,
			},
			{
				file: 'opening-hours',
				trigger: 'Somebody writes',
				words: 'Bread?',
				prefix: '05073000',
				change: (one) => {
					passOn(one);
					if (one.name !== 'Pass it on to me') return;
					Object.assign(one.parameters.options ?? {}, { sendingHours: closedForNow().hours });
				},
			},
			{
				file: 'opt-out-to-crm',
				trigger: 'Somebody opts out',
				words: '',
				prefix: '05074000',
				change: ({ name, parameters }) => {
					if (name === 'Take off the contact list')
						parameters.contactList = { __rl: true, mode: 'list', value: list };
					if (name === 'Tell the CRM') parameters.url = `${outside.url}/contacts/opt-out`;
				},
			},
			{
				file: 'text-your-agent',
				trigger: 'Somebody texts',
				words: 'Hi',
				prefix: '05075000',
				change: passOn,
			},
		];
		const seen: Record<string, unknown> = {};
		for (const recipe of recipes) {
			seen[`${recipe.file}: ${recipe.words}`] = await crowd(real, credentials, recipe);
		}
		const { fields: left } = await call(sandbox, 'getCLbyID', { cl: { id: list } });
		return {
			pairing,
			recipes: seen,
			toMe: ['Hello', 'Bread'].map(
				(word) => sandbox.messages({ phone: ME }).filter((one) => one.text.includes(word)).length,
			),
			// Three per node, hour and person, and the next hour may begin during the test.
			hasFewOfOne:
				sandbox.messages({ phone: ME }).filter((one) => one.text.includes('xxxx')).length <= 8,
			told: outside.received('/contacts/opt-out').length,
			onTheList: destination.filter(({ phone }) => JSON.stringify(left).includes(phone.slice(1)))
				.length,
		};
	} finally {
		await model.close();
		outside.close();
	}
});
