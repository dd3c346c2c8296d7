import { createContext, runInContext } from 'node:vm';
import { DateTime } from 'luxon';
import type { IDataObject, INode, INodeExecutionData, IWorkflowBase } from 'n8n-workflow';
import { missingValuesIn, readable } from '../../../gateway/values/checks';
import { encodeRequest } from '../../../gateway/wire/encode';
import { readIncomingMessage } from '../../../gateway/events/incomingMessage';
import { recipes } from './readRecipes.mts';

/** Triggers that only the workflow's owner can start. The note of a recipe may have people replace them by a form or a shop. */
const OWN_STARTS = /\.(manual|schedule|error|executeWorkflow)Trigger$/;
const REPLACED = /and the trigger with/;
const noteOf = ({ nodes }: IWorkflowBase) =>
	JSON.stringify(nodes.filter(({ type }) => type.endsWith('.stickyNote')));
const isStart = ({ type }: INode) => /trigger$|\.webhook$/i.test(type);
const isOurs = ({ type }: INode) => /\.textMe(Hitl)?(Tool)?$/.test(type);

/** The nodes whose items strangers may have written: all nodes after another kind of trigger. */
function reachedByStrangers(recipe: IWorkflowBase): Set<string> {
	const { nodes, connections } = recipe;
	const isTheirs = ({ type }: INode) => REPLACED.test(noteOf(recipe)) || !OWN_STARTS.test(type);
	const reached = new Set(
		nodes.filter((node) => isStart(node) && isTheirs(node)).map(({ name }) => name),
	);
	for (const name of reached) {
		for (const to of Object.values(connections[name] ?? {}).flat(2)) if (to) reached.add(to.node);
		// A tool or sub-node points to the node that uses it.
		for (const [source, outputs] of Object.entries(connections)) {
			const uses = Object.entries(outputs).some(
				([kind, targets]) =>
					kind !== 'main' && targets.some((to) => to?.some(({ node }) => node === name)),
			);
			if (uses) reached.add(source);
		}
	}
	return reached;
}

/** Replaces any value: it reads as `text`, and so does every field, apart from `fields`. */
function anything(text: string, fields: Record<string, unknown> = {}): unknown {
	const self: unknown = new Proxy(() => undefined, {
		get(_, name) {
			if (name === Symbol.toPrimitive || name === 'toString' || name === 'toJSON')
				return () => text;
			if (typeof name === 'string' && name in fields) return fields[name];
			const member = (text as unknown as Record<string | symbol, unknown>)[name];
			if (typeof member === 'function') return (member as () => unknown).bind(text);
			return name === 'length' ? text.length : self;
		},
		apply: () => self,
	});
	return self;
}

/** Milliseconds: far more than linear code needs, and far less than other code. */
const timeout = 4_000;

/** A node's parameters when strangers write `hostile` wherever they can. */
function parametersOf(
	node: INode,
	recipe: IWorkflowBase,
	hostile: string,
	row: Record<string, unknown> = {},
): IDataObject {
	const strangers = reachedByStrangers(recipe);
	const { eventId } = readIncomingMessage({ phone: hostile, dest: hostile, message: hostile });
	const theirs = anything(hostile, { messages: [hostile], eventId });
	// The owner's own data, apart from answers and names: people fill in their own rows.
	const own = anything('0501234567', { data: theirs, name: theirs, time: theirs, ...row });
	const itemsOf = (name: string) =>
		anything('', {
			item: anything('', { json: strangers.has(name) ? theirs : own }),
			first: () => anything('', { json: strangers.has(name) ? theirs : own }),
			isExecuted: true,
		});
	const globals = createContext({
		$json: strangers.has(node.name) ? theirs : own,
		$: itemsOf,
		$fromAI: () => theirs,
		$tool: theirs,
		$now: anything('2026-01-15T10:00:00+02:00'),
		$execution: anything('https://n8n.example.com/waiting'),
		DateTime: anything('2026-01-15'),
	});
	const evaluated = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(evaluated);
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(
				Object.entries(value).map(([name, within]) => [name, evaluated(within)]),
			);
		}
		if (typeof value !== 'string' || !value.startsWith('=')) return value;
		return value
			.slice(1)
			.replace(/\{\{([^]*?)\}\}/g, (_, code: string) =>
				String(runInContext(`(${code})`, globals, { timeout })),
			);
	};
	return evaluated(node.parameters) as IDataObject;
}

const TWO_PEOPLE = '0506660001, 0506660002';
const PHISHING = 'Pay now: https://evil.example/pay?id=1 or www.evil.example, 203.0.113.5. '.repeat(
	30,
);
const SHORT = 'x';

/**
 * Characters of a stranger's or an agent's text that a message may contain: to people whom the stranger chooses, and to the
 * owner or the stranger.
 */
const MOST_CHARACTERS = { stranger: 20, owner: 250 };

/** Parameters that no person reads. */
const UNREAD = ['phone', 'phones', 'source', 'code', 'externalIds', 'idempotencyKey'];
const RECIPIENTS = ['phone', 'phones', 'contactLists'];
const SENDS = ['sms', 'voice', 'otp'];

const isSend = (node: INode) =>
	isOurs(node) && SENDS.includes((node.parameters.resource ?? 'sms') as string);

/** All text that people may read in a send's parameters. */
const textsIn = (parameters: IDataObject): string =>
	JSON.stringify(parameters, (name, value: unknown) => (UNREAD.includes(name) ? undefined : value));

/** The figures under "Limits" of a send. */
function limitsOf({ parameters }: INode): Record<string, number> {
	const { limits = {} } = (parameters.options ?? {}) as {
		limits?: Record<string, { figure: number }>;
	};
	return Object.fromEntries(Object.entries(limits).map(([name, { figure }]) => [name, figure]));
}

const isChosenByStrangers = (node: INode, recipe: IWorkflowBase) =>
	RECIPIENTS.some(
		(name) =>
			parametersOf(node, recipe, TWO_PEOPLE)[name] !== parametersOf(node, recipe, SHORT)[name],
	);

test.each(recipes)('has no address that somebody could know: %s', (_, { nodes }) => {
	for (const { parameters, webhookId } of nodes) {
		const { path, more } = parameters as { path?: string; more?: { path?: string } };
		expect([webhookId, path || undefined, more?.path]).toEqual([undefined, undefined, undefined]);
	}
});

/** The nodes that a rule concerns, each with its recipe. */
const nodesThat = (concern: (node: INode, recipe: IWorkflowBase) => boolean) =>
	recipes.flatMap(([file, recipe]) =>
		recipe.nodes
			.filter((node) => concern(node, recipe))
			.map((node) => [file, node.name, node, recipe] as const),
	);
const isHeard = (_: INode, { nodes }: IWorkflowBase) =>
	nodes.some(({ type }) => type.endsWith('.textMeTrigger'));

const answers = nodesThat((node, recipe) => isHeard(node, recipe) && isOurs(node));
const sends = nodesThat(isSend);
const chosen = nodesThat((node, recipe) => isSend(node) && isChosenByStrangers(node, recipe));

test('has rules for so many nodes', () => {
	const concerned = { answers, sends, chosen, started, published, toRows };
	const counts = Object.entries(concerned).map(([rule, { length }]) => [rule, length]);
	expect(Object.fromEntries(counts)).toEqual({
		answers: 9,
		sends: 33,
		chosen: 9,
		started: 17,
		published: 7,
		toRows: 10,
	});
});

test.each(answers)(
	'lets nobody who writes keep others from an answer, nor be answered for ever: %s, "%s"',
	(_, __, node) => {
		const { mostToEachInHour, mostInHour = 100, ...others } = limitsOf(node);
		expect([others, mostInHour]).toEqual([{}, 100]);
		if (node.parameters.operation === 'reply') expect(mostToEachInHour).toBeLessThanOrEqual(20);
	},
);

test.each(chosen)('texts one person where a stranger names who: %s, "%s"', (_, __, node) => {
	const { contactLists, ...parameters } = node.parameters;
	expect(contactLists).toBeUndefined();
	// The field for one phone number accepts only one, and so does a question that is answered by SMS.
	const takesOne = 'phone' in parameters || parameters.responseType === 'smsReply';
	expect(takesOne ? 1 : limitsOf(node).mostMessages).toBe(1);
});

/** Sends to the people of a sheet, whose rows no node of ours has read before. */
const toRows = nodesThat((node, recipe) => {
	// Its customer is part of the recipe.
	if (recipe.nodes.some(({ name }) => name === 'A customer')) return false;
	const next = (name: string) =>
		(recipe.connections[name]?.main ?? []).flatMap((to) => to ?? []).map((to) => to.node);
	const isBehindOurs = new Set(recipe.nodes.filter(isOurs).flatMap(({ name }) => next(name)));
	for (const name of isBehindOurs) for (const one of next(name)) isBehindOurs.add(one);
	return (
		isSend(node) &&
		!(isBehindOurs.has(node.name) && JSON.stringify(node.parameters.phones)?.includes('$json')) &&
		/One by one|^"=\{\{ \$json\.phone/.test(JSON.stringify(node.parameters.phones ?? ''))
	);
});

test.each(toRows)('texts one number of a row, however it is filled in: %s, "%s"', (...row) => {
	const [, , node, recipe] = row;
	for (const phone of [TWO_PEOPLE, TWO_PEOPLE.replace(', ', '\n'), TWO_PEOPLE.replace(',', ';')]) {
		expect(parametersOf(node, recipe, SHORT, { phone }).phones).toBe('0506660001');
	}
});

const madeOf = (file: string, name: string, json: IDataObject): unknown => {
	const all = JSON.stringify(named(file, name)[0].parameters);
	const [, code = ''] = /\{\{([^{]*json\.(?:phone|total).*?)\}\}/.exec(all) ?? [];
	return runInContext(JSON.parse(`"${code}"`) as string, createContext({ $json: json }));
};

test('asks the manager about an amount, with no number to tap', () => {
	const amounts = ['5,400 ₪', '125,400 ₪', '$0.50', '0501234567', '035551234', '203.0.1.5'];
	const shown = amounts.map((total) => madeOf('approve-by-sms', 'Ask the manager', { total }));
	expect(shown).toEqual([...amounts.slice(0, 3), '50123456', '35551234', '20301.5']);
});

/** The most texts an hour to one phone, whoever enters its number. */
const MOST_IN_AN_HOUR = 30;
const started = nodesThat(
	(node, recipe) =>
		isSend(node) &&
		/^(send|sendBulk|sendAndWait|reply)$/.test(node.parameters.operation as string) &&
		reachedByStrangers(recipe).has(node.name),
);

test.each(started)('texts a phone so often in an hour at most: %s, "%s"', (_, __, node) => {
	expect(limitsOf(node).mostToEachInHour).toBeLessThanOrEqual(MOST_IN_AN_HOUR);
});

/** Whoever finds a public address can name phones that were not texted yet. */
const published = started.filter(
	([, , node, recipe]) =>
		recipe.nodes.some(({ type }) => /\.(formTrigger|webhook|textMeTrigger)$/.test(type)) &&
		(node.parameters.operation === 'reply' || isChosenByStrangers(node, recipe)),
);

test.each(published)('texts 100 in an hour, however many people are named: %s, "%s"', (...row) => {
	expect(limitsOf(row[2]).mostInHour).toBeLessThanOrEqual(100);
});

/** Invisible characters within a link, which the node removes. */
const UNSEEN = [
	...['', '\u00AD', '\u200B', '\u200D', '\u202E', '\u2060', '\u2066', '\uFEFF', '\u{E0041}'],
];

const hiddenBehind = (unseen: string) => [
	[...PHISHING].join(unseen),
	PHISHING.replace(/[./:]/g, (sign) => unseen + sign),
];

test.each(sends)('sends nobody a link or a long text of a stranger: %s, "%s"', (...row) => {
	const [, , node, recipe] = row;
	const without = textsIn(parametersOf(node, recipe, ''));
	const { stranger, owner } = MOST_CHARACTERS;
	const most = isChosenByStrangers(node, recipe) ? stranger : owner;
	for (const hidden of UNSEEN.flatMap(hiddenBehind)) {
		const texts = textsIn(parametersOf(node, recipe, hidden));
		expect(readable(texts)).not.toMatch(/evil\.|203\.0/);
		expect(texts.length - without.length).toBeLessThanOrEqual(most);
	}
});

const contacts = nodesThat(({ parameters }) => parameters.contactFields !== undefined);

test.each(contacts)('keeps no link of a row for later texts: %s, "%s"', (...row) => {
	const [, , node, recipe] = row;
	for (const hidden of UNSEEN.flatMap(hiddenBehind)) {
		const { contactFields } = parametersOf(node, recipe, hidden);
		expect(readable(JSON.stringify(contactFields))).not.toMatch(/evil\.|203\.0/);
	}
});

/** The node refuses a run for one of these words in any text: it would keep everybody's texts from you. */
const WORDS = [
	...['undefined', 'NULL', '-Infinity', '[object Object]', 'Invalid DateTime', '#N/A'],
	'Loading...',
	...['a\u000Bb', 'a\u000Cb', 'a\u0000b', '\u05d0\u{10400}'.repeat(200), '\u{1D400}'.repeat(200)],
	...['it says undefined.', 'is it null?', 'my balance is NaN!', 'לnull', 'null null'],
	...['NaNULL', 'NaNull-NaN', 'nulnull', 'INfinInfinity', 'undefinundefined'],
];
const forwards = nodesThat(
	(node, recipe) => isSend(node) && isHeard(node, recipe) && node.parameters.operation !== 'reply',
);

test.each(forwards)('sends no word of a stranger that the node refuses: %s, "%s"', (...row) => {
	const [, , node, recipe] = row;
	for (const word of WORDS) {
		const message = parametersOf(node, recipe, word).message as string;
		expect(missingValuesIn(message)).toEqual([]);
		expect(() => encodeRequest('sms', { message }, 'xml')).not.toThrow();
	}
});

const keysIn = (parameters: IDataObject): string =>
	JSON.stringify(parameters, (name, value: unknown) =>
		typeof value !== 'string' || name === 'idempotencyKey' ? value : undefined,
	);

test.each(answers)('has no word of a stranger in a key: %s, "%s"', (...row) => {
	const [, , node, recipe] = row;
	for (const word of WORDS) {
		expect(missingValuesIn(keysIn(parametersOf(node, recipe, word)))).toEqual([]);
	}
});

const named = (file: string, name: string) => {
	const recipe = recipes.find(([one]) => one === `${file}.json`)?.[1] as IWorkflowBase;
	return [recipe.nodes.find((node) => node.name === name) as INode, recipe] as const;
};

const answerOfAgent = (output: string) =>
	parametersOf(...named('text-your-agent', 'Reply'), output).message;

test.each([
	...['+972 (50) 123 4567', '050ー1234567', '050–1234567', '050/1234567', '02-123-4567'],
	...['1-700-123-456', '٠٥٠١٢٣٤٥٦٧', '０５０１２３４５６７', '05\u200B0123\u206645\u00AD67'],
	...['050\n123\n4567', '050    1234567', '056-660.19-93', '05.01.23.45.67', '05.01, 23.4, 567'],
	...['054:678, 9:01:2', '0501234567, 19.90', '050 x 123 4567', '02-x-5551234', '0x25551234'],
	...['http://16843009/a', '8.8.8.8', '/\u034F/evil', '19.90, 29.90, 39.90'],
	...[...'*_|~@#·•,:;=^…!?"₪׳־\u0301\u034F\u115F\u17B4\u2800\u3164\uFE0F\u{E0101}'].flatMap(
		(sign) => [
			`050${sign}1234567`,
			[...'0501234567'].join(sign),
			[...'0501234567'].join(` ${sign} ${sign}`),
		],
	),
])('an agent answers nothing with a number to tap: %j', (number) => {
	const instead = 'Sorry, I cannot text you that. Text the word human to get a person.';
	expect(answerOfAgent(`Call\n${number} now`)).toBe(instead);
});

test.each([
	...['Order 1042 costs ₪1,250.90.', 'Open 9:00-17:00, on 26.11. too', '19.90 to 29.90, not 9.90'],
	...['From 8:00 to 12:00 and from 14:00 to 18:00', 'ב-1.2.2026 בשעה 14:30, 150 ₪', 'Yes...\n50%!'],
])('an agent may text other numbers: %s', (text) => {
	expect(answerOfAgent(text)).toBe(text);
});

test.each([
	['See evil.example/a', 'See evil. example/a'],
	['evil。example, evil．example, evil․example', 'evil。 example, evil. example, evil. example'],
	[`${'x'.repeat(249)}😀`, 'x'.repeat(249)],
	['a\u0001\r\nb', 'a\nb'],
	['me@evil.\u200Bexample, www.\u034Fevil', 'me@ evil. example, www. evil'],
])('an agent texts no link: %s', (text, sent) => {
	expect(answerOfAgent(text)).toBe(sent);
});

test.each([
	['human', true],
	['I want to complain to a HUMAN being!', true],
	['Hi\nhuman?', true],
	['Is it humane?', false],
	['superhuman', false],
])('passes on to you whoever asks for a person: %j', (text, isPassedOn) => {
	const [{ parameters }] = named('text-your-agent', 'Do they want a person?');
	const [, source = '', flags] = /"\/(.*)\/(\w+)"/.exec(JSON.stringify(parameters)) ?? [];
	expect(new RegExp(JSON.parse(`"${source}"`) as string, flags).test(text)).toBe(isPassedOn);
});

interface CodeInput {
	items: IDataObject[];
	/** The outputs of other nodes. */
	nodes?: Record<string, IDataObject[][]>;
	data?: Record<string, object>;
	now?: DateTime;
}

const WORKDAY = DateTime.fromISO('2026-01-15T10:00', { zone: 'Asia/Jerusalem' });
const itemsOf = (all: IDataObject[]) => all.map((json): INodeExecutionData => ({ json }));

/** Runs a Code node with what n8n's own has. What its code raises fails the test, as it would fail the execution. */
function runCode(
	{ parameters }: INode,
	{ items, nodes = {}, data = {}, now = WORKDAY }: CodeInput,
): INodeExecutionData[] {
	const outputsOf = (outputs: IDataObject[][]) => ({
		all: (output = 0) => itemsOf(outputs[output] ?? []),
		first: (output = 0) => itemsOf(outputs[output] ?? [])[0],
	});
	const globals = createContext({
		$input: outputsOf([items]),
		$(name: string) {
			if (nodes[name]) return outputsOf(nodes[name]);
			throw new Error(`Referenced node doesn't exist: ${name}`);
		},
		$getWorkflowStaticData(type: string) {
			if (type === 'global' || type === 'node') return (data[type] ??= {});
			throw new Error(`There is no static data "${type}"`);
		},
		...{ $now: now, DateTime },
	});
	const code = parameters.jsCode as string;
	const output = runInContext(`(() => {${code}\n})()`, globals, {
		timeout,
	}) as INodeExecutionData[];
	// n8n takes nothing else.
	expect(output.every(({ json }) => typeof json === 'object')).toBe(true);
	return output;
}

const codes = nodesThat(({ type }) => type === 'n8n-nodes-base.code');

test.each(codes)('gives items, whatever strangers write: %s, "%s"', (_, __, node) => {
	const items = [...WORDS, PHISHING, TWO_PEOPLE, ''].flatMap((text) => [
		{ phone: text, message: text, messages: [text, text] },
		{ phone: text },
		{ message: text },
	]);
	const others = { 'What differs': [], 'Send the campaign': [items] };
	expect(runCode(node, { items, nodes: others }).length).toBeGreaterThan(0);
});

test('lets no sheet that was not read as a whole empty a contact list', () => {
	const [node] = named('keep-list-in-step', 'Few enough would go?');
	const many = (count: number) => Array.from({ length: count }, () => ({ number: '501234567' }));
	const going = (same: number, different: number, gone: number) => () =>
		runCode(node, {
			items: many(3),
			nodes: { 'What differs': [[], many(same), many(different), many(gone)] },
		});
	expect(going(40, 10, 50)()).toHaveLength(3);
	expect(going(1_000, 0, 51)).toThrow(/^51 would leave the contact list, and 1000 would/);
	expect(going(1, 1, 3)).toThrow(/^3 would leave the contact list, and 2 would stay\./);
});

test('fills a contact list that is empty, and changes one of one person when told to', () => {
	const [node] = named('keep-list-in-step', 'Few enough would go?');
	const [list, dana] = [
		{ contactListId: '7', number: '' },
		{ contactListId: '7', number: '501234567' },
	];
	const night = (items: IDataObject[], gone: IDataObject, told = node) =>
		runCode(told, { items, nodes: { 'What differs': [[], [], [], [gone]] } }).length;
	expect(night([{ name: 'Avi', number: '' }], list)).toBe(1);
	expect(night([list], list)).toBe(0);
	expect(() => night([dana], dana)).toThrow("allow it at the top of 'Few enough would go?'");
	const jsCode = (node.parameters.jsCode as string).replace('STAY = false', 'STAY = true');
	expect(night([dana], dana, { ...node, parameters: { jsCode } })).toBe(1);
});

test.each(['campaign-report', 'campaign-with-estimate'])(
	'texts a number once under two names, and leaves in what is no number: %s',
	(file) => {
		const [node] = named(file, 'Each number once');
		const once = (...phones: Array<IDataObject[string]>) =>
			runCode(node, { items: phones.map((phone) => ({ phone })) }).map(
				({ pairedItem }) => pairedItem,
			);
		expect(once()).toEqual([]);
		expect(once('050-123-4567')).toEqual([0]);
		const same = ['+972 50 1234567', 501234567, '0501234567; 0521111111', '0521111111'];
		expect(once('050-123-4567', '', ...same, undefined, '')).toEqual([0, 1, 5, 6, 7]);
	},
);

test('counts every text of a campaign by what became of it, also without any report', () => {
	const [node] = named('campaign-report', 'Count them');
	const sent = [...'abcd'].map((externalId) => ({ accepted: true, details: { externalId } }));
	const held = { accepted: false, result: 'Not sent: on the blocklist' };
	const counted = (...items: IDataObject[]) =>
		runCode(node, { items, nodes: { 'Send the campaign': [[...sent, held]] } }).map(({ json }) =>
			([json.result, json.texts] as string[]).join(': '),
		);
	const reported = ['Delivered', 'Blocked on request', 'Filtered (Kosher) number'];
	const reports = reported.map((meaning, n) => ({ meaning, externalId: 'abc'[n] }));
	const rest = ['No report yet: 1', 'Not sent: on the blocklist: 1'];
	expect(counted(...reports)).toEqual([...reported.map((one) => `${one}: 1`), ...rest]);
	expect(counted({})).toEqual(['No report yet: 4', rest[1]]);
});

/** Runs a node's code once per group of items, as in consecutive executions. */
function runs(file: string, name: string, groups: IDataObject[][], hours = ['10']) {
	const data = {};
	return groups.map((items, n) => {
		const now = WORKDAY.set({ hour: Number(hours[Math.min(n, hours.length - 1)]) });
		return runCode(named(file, name)[0], { items, data, now });
	});
}

test.each(['answer-replies', 'opening-hours'])(
	'passes on to you three texts of one person in an hour, and those of a crowd: %s',
	(file) => {
		const [crowd, stranger] = [
			Array.from({ length: 12 }, (_, n) => ({ phone: `05012345${10 + n}` })),
			{ phone: 'BEZEQ' },
		];
		const forty = Array.from({ length: 40 }, () => [stranger]);
		const passed = runs(file, 'Not too often', [[stranger, ...crowd], ...forty, crowd]).flat();
		const of = (one: unknown) => passed.filter(({ json }) => json === one).length;
		expect([of(stranger), ...crowd.map(of)]).toEqual([3, ...crowd.map(() => 2)]);
		const [, paired] = runs(file, 'Not too often', [forty.flat(), [stranger, ...crowd]]);
		expect(paired).toMatchObject(crowd.map((json, n) => ({ json, pairedItem: n + 1 })));
	},
);

test('an agent reads 20 texts of one person in an hour, all of a crowd, and none of nobody', () => {
	const text = (phone?: string, texts = 1) => ({
		phone,
		messages: Array<string>(texts).fill('Hi'),
	});
	const crowd = Array.from({ length: 12 }, (_, n) => text(`05012345${10 + n}`));
	const groups = [...Array.from({ length: 40 }, () => [text('0501111111'), text()]), crowd];
	const hours = [...Array<string>(30).fill('10'), '11'];
	const read = runs('text-your-agent', 'Not too often', groups, hours).map(({ length }) => length);
	expect(read.slice(0, 30)).toEqual([...Array<number>(20).fill(1), ...Array<number>(10).fill(0)]);
	expect(read.slice(30)).toEqual([...Array<number>(10).fill(1), 12]);
	expect(runs('text-your-agent', 'Not too often', [[text('0501111111', 21)]])).toEqual([[]]);
	// A sender's name may hold another person's number.
	const names = [...Array.from({ length: 20 }, () => [text('X0501111111')]), [text('0501111111')]];
	const heard = runs('text-your-agent', 'Not too often', names).map(({ length }) => length);
	expect(heard).toEqual([...Array<number>(20).fill(0), 1]);
});

test('nobody can use up the key of an order to come', () => {
	const [node] = named('order-paid', 'Text the buyer');
	expect(JSON.stringify(node.parameters)).toMatch(/"idempotencyKey":"[^"]*body\.order_key/);
});

/** JSON may be a list of lists, of which each level becomes a text of its own: megabytes of them take n8n seconds. */
test('makes no text of a list that comes in place of a text', () => {
	const list = Object.assign([], { toString: fails, join: fails });
	const body = { status: list, number: list, id: list, order_key: list, billing: { phone: list } };
	const [, { nodes } = { nodes: [] }] = recipes.find(([name]) => name === 'order-paid.json') ?? [];
	const codes = [...JSON.stringify(nodes).matchAll(/\{\{([^{}]*json\.body.*?)\}\}/g)];
	expect(codes).toHaveLength(6);
	for (const [, code = ''] of codes) {
		const value: unknown = runInContext(
			JSON.parse(`"${code}"`) as string,
			createContext({ $json: { body } }),
		);
		expect(value).toBeUndefined();
	}
});

function fails(): never {
	throw new Error('makes a text of a list');
}
