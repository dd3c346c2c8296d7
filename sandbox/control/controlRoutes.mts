import type { Feed } from '../dialects.mts';
import type { HandsetAction } from '../handset.mts';
import type { FaultSpec } from '../wire/faults.mts';
import type { Controls } from './controls.mts';
import type { MessageFilter } from './messageFilter.mts';

interface ControlRequest {
	body: Readonly<Record<string, unknown>>;
	query: Readonly<Record<string, string>>;
	/** The value of `:…` in the path. */
	param: string;
}

export interface ControlRoute {
	method: 'GET' | 'POST' | 'DELETE';
	path: string;
	/** The function of `Sandbox` that it calls. */
	mirrors: keyof Controls;
	meaning: string;
	/** Fields that the body must have. */
	needs: readonly string[];
	run: (controls: Controls, request: ControlRequest) => unknown;
}

const NUMERIC = new Set(['campaignId', 'dlr', 'addressId', 'latest']);

/** A query string contains only texts. */
function filterFrom<T>(query: Readonly<Record<string, string>>): T {
	const fields = Object.entries(query).map(([name, value]) => [
		name,
		NUMERIC.has(name) ? Number(value) : value,
	]);
	return Object.fromEntries(fields) as T;
}

const route = (
	method: ControlRoute['method'],
	path: string,
	mirrors: keyof Controls,
	meaning: string,
	run: ControlRoute['run'],
	needs: readonly string[] = [],
): ControlRoute => ({ method, path: `/sandbox${path}`, mirrors, meaning, run, needs });

export const CONTROL_ROUTES: readonly ControlRoute[] = [
	route('POST', '/reset', 'reset', 'everything as after the start', (c) => c.reset()),

	route(
		'POST',
		'/push-addresses',
		'registerPush',
		'`{feed, url, username?}`; feed is `delivery`, `incoming` or `blocklist`',
		(c, { body }) => c.registerPush(body as { feed: Feed; url: string; username?: string }),
		['feed', 'url'],
	),
	route('GET', '/push-addresses', 'pushAddresses', 'addresses, and which have stopped', (c) =>
		c.pushAddresses(),
	),
	route('DELETE', '/push-addresses/:id', 'removePush', 'forget an address', (c, { param }) =>
		c.removePush(Number(param)),
	),
	route(
		'POST',
		'/push-addresses/:id/restart',
		'restartPush',
		'start a stopped feed again',
		(c, { param }) => c.restartPush(Number(param)),
	),
	route(
		'GET',
		'/pushes',
		'pushLog',
		'every push with its attempts; `?feed=&addressId=&latest=`',
		(c, { query }) => c.pushLog(filterFrom(query)),
	),
	route('POST', '/pushes/:id/repeat', 'repeatPush', 'push the same again', (c, { param }) =>
		c.repeatPush(Number(param)),
	),

	route('GET', '/clock', 'clock', 'the time, and whether it stands still', (c) => c.clock()),
	route('POST', '/clock/freeze', 'freezeClock', 'stop the clock', (c) => c.freezeClock()),
	route('POST', '/clock/run', 'runClock', 'let it tick', (c) => c.runClock()),
	route(
		'POST',
		'/clock/advance',
		'advanceClock',
		'`{ms}`; answers when everything that fell due has run',
		(c, { body }) => c.advanceClock(Number(body.ms)),
		['ms'],
	),
	route(
		'POST',
		'/clock/set',
		'setClock',
		'`{to}`, ISO or milliseconds',
		(c, { body }) => c.setClock(body.to as string | number),
		['to'],
	),
	route('POST', '/settle', 'settle', 'wait for all pushes under way', (c) => c.settle()),

	route(
		'POST',
		'/handset/reply',
		'handsetReply',
		'`{phone, text, dest?, username?}`: a person writes, or answers a number; nobody can answer a name without `dest`',
		(c, { body }) => c.handsetReply(body as unknown as HandsetAction & { text: string }),
		['phone', 'text'],
	),
	route(
		'POST',
		'/handset/opt-out',
		'optOut',
		'`{phone, username?}`: a person follows the removal link',
		(c, { body }) => c.optOut(body as unknown as HandsetAction),
		['phone'],
	),
	route('GET', '/handsets', 'handsets', 'every phone, and the last line with it', (c) =>
		c.handsets(),
	),
	route('GET', '/handsets/:phone', 'conversation', 'the conversation', (c, { param }) =>
		c.conversation(param),
	),
	route(
		'GET',
		'/threads',
		'threads',
		'the phones written to last, also those nothing has reached; `?search=&latest=`',
		(c, { query }) => c.threads(filterFrom(query)),
	),
	route(
		'GET',
		'/threads/:phone',
		'thread',
		'the conversation with what has not or never reached it, and reports; `?latest=`',
		(c, { param, query }) => c.thread(param, filterFrom(query)),
	),
	route(
		'GET',
		'/otp/:phone',
		'lastOtp',
		'`{code}`: the last one-time code sent to it',
		(c, { param }) => ({ code: c.lastOtp(param) ?? null }),
	),
	route(
		'POST',
		'/senders/verify',
		'verifySender',
		'`{number, username?}`: the link followed, the call made',
		(c, { body }) => c.verifySender(body as { number: string; username?: string }),
		['number'],
	),
	route('GET', '/accounts', 'accounts', 'every account: balances, token, senders', (c) =>
		c.accounts(),
	),
	route(
		'GET',
		'/accounts/:username',
		'accountView',
		'balances, senders, blocklist',
		(c, { param }) => c.accountView(param),
	),

	route(
		'GET',
		'/messages',
		'messages',
		'`?phone=&text=&textIncludes=&externalId=&state=&kind=&source=&username=&campaignId=&campaignName=&dlr=`',
		(c, { query }) => c.messages(filterFrom<MessageFilter>(query)),
	),
	route(
		'POST',
		'/wait-for',
		'waitForMessage',
		'`{where, timeoutMs?}`: the first such message, or 408',
		(c, { body }) =>
			c.waitForMessage(body.where as MessageFilter, body.timeoutMs as number | undefined),
	),
	route('GET', '/counters', 'counters', 'requests by root, messages, anything sent twice', (c) =>
		c.counters(),
	),
	route(
		'GET',
		'/counters/sent',
		'timesSent',
		'`?phone=&text=`: `{count}`, how often that text went to that phone',
		(c, { query }) => ({ count: c.timesSent(query.phone ?? '', query.text ?? '') }),
	),
	route('GET', '/requests', 'requests', 'the last requests; `?root=`', (c, { query }) =>
		c.requests(query),
	),

	route(
		'POST',
		'/faults',
		'addFault',
		'`{kind, root?, times?, phase?, …}`',
		(c, { body }) => c.addFault(body as unknown as FaultSpec),
		['kind'],
	),
	route('GET', '/faults', 'faults', 'the faults still waiting', (c) => c.faults()),
	route(
		'GET',
		'/fault-choices',
		'faultChoices',
		'kinds of faults, and operations they can hit',
		(c) => c.faultChoices(),
	),
	route('GET', '/magic', 'magic', 'magic phones and words', (c) => c.magic()),
	route('DELETE', '/faults', 'clearFaults', 'no more faults', (c) => c.clearFaults()),
	route('DELETE', '/faults/:id', 'removeFault', 'one fault less', (c, { param }) =>
		c.removeFault(Number(param)),
	),
	route(
		'POST',
		'/latency',
		'setLatency',
		'`{ms}` before every reply',
		(c, { body }) => c.setLatency(Number(body.ms)),
		['ms'],
	),
];
