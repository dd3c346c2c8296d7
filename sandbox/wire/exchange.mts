import { setTimeout as sleep } from 'node:timers/promises';
import { speak, type Dialect } from '../dialects.mts';
import { handle } from '../handle.mts';
import type { World } from '../world.mts';
import { answer, type Answer } from './answer.mts';
import { faultKind } from './faultKinds.mts';
import type { Fault } from './faults.mts';
import { readRequest } from './readRequest.mts';
import { one, text } from './tree.mts';
import { CONTENT_TYPES, writeReply, type Reply } from './writeReply.mts';

export interface Incoming {
	headers: Readonly<Record<string, string | string[] | undefined>>;
	body: string;
}

export interface Exchange {
	answer: Answer;
	fault: Fault | undefined;
}

function maskedHeaders(headers: Incoming['headers']): Record<string, string> {
	const shown = Object.entries(headers).map(([name, value]): [string, string] => [
		name,
		name === 'authorization' ? 'Bearer ***' : String(value),
	]);
	return Object.fromEntries(shown);
}

function makeAnswer(
	root: string,
	reply: Reply,
	encoding: 'json' | 'xml',
	fault: Fault | undefined,
	dialect: Dialect,
): Answer {
	const { fields, encoding: reencode, wraps, spoil } = faultKind(fault);
	const shaped = fault && fields ? fields(reply, fault) : speak(root, reply, dialect);
	const written = reencode?.(encoding) ?? encoding;
	let body = writeReply(root, shaped, written);
	if (wraps === true) {
		body =
			written === 'json'
				? `{${JSON.stringify(root)}:${body}}`
				: `${body.replace(/(<\?xml.*\?>\n)/, '$1<response>')}</response>`;
	}
	const made = answer(200, CONTENT_TYPES[written], body);
	return fault === undefined || spoil === undefined ? made : spoil(made, fault);
}

/** One request from its bytes to its answer: read, log, handle, apply faults. */
export async function exchange(world: World, incoming: Incoming): Promise<Exchange> {
	const { headers, body: source } = incoming;
	const request = readRequest(source, headers['content-type'] as string | undefined);
	const { root, encoding } = request;
	const username = text(one(request.body, 'user'), 'username');
	const { dialect } = world.settings;
	const fault = world.faults.take({ root, username });
	world.counters.request(root ?? 'unreadable');
	const logged = world.requests.add({
		at: world.clock.now(),
		headers: maskedHeaders(headers),
		encoding,
		root,
		username,
		body: source,
		status: undefined,
		fault: fault?.kind,
	});
	const { waits = false } = faultKind(fault);
	if (waits && fault?.phase === 'before') await sleep(fault.ms ?? 1_000);
	// A delayed request is late, not lost, so it has its effect in both phases.
	const effective = fault?.phase !== 'before' || waits;
	const reply = handle(
		world,
		{ ...request, source, authorization: headers.authorization as string | undefined },
		effective,
	);
	logged.status = Number(reply.status);
	world.events.emit('request', logged);
	if (waits && fault?.phase === 'after') await sleep(fault.ms ?? 1_000);
	if (world.latencyMs > 0) await sleep(world.latencyMs);
	// Assumptions: sandboxForms, unknownCommand
	// An unreadable body has no operation to name the XML reply after; `response` is a guess.
	return { answer: makeAnswer(root ?? 'response', reply, encoding, fault, dialect), fault };
}
