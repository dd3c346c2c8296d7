import { XMLParser } from 'fast-xml-parser';
import { optionsOf } from '../../nodes/TextMe/describe';
import { behindGateway } from './harness/servers.mts';
import {
	CALL_ITEMS,
	OPERATION_CALLS,
	OPERATIONS,
	parametersOf,
} from './harness/operationCalls.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const isSimplified = (name: string) =>
	JSON.stringify(optionsOf(OPERATIONS.get(name)!)).includes('"simplify"');
/** Replies with a token or a code have their own tests. */
const OTHERS = /^(apiToken|otp\.send)/;
const calls = OPERATION_CALLS.filter(
	({ operation }) => isSimplified(operation) && !OTHERS.test(operation),
).flatMap((call) => ENCODINGS.map((encoding) => [call.operation, encoding, call] as const));

const xml = new XMLParser({ parseTagValue: false });

/** The values of a reply as texts, with their paths. */
function leaves(value: unknown, way = ''): string[] {
	if (typeof value !== 'object' || value === null) return [`${way} ${String(value)}`];
	return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${way}/${name}`));
}

test.each(calls)('gives the reply of %s as it came with Simplify off, in %s', async (...row) => {
	const [, encoding, call] = row;
	const { sandbox } = fixture;
	const parameters = await parametersOf(call, sandbox, { simplify: false });
	const replies: string[] = [];
	const run = async (baseUrl: string) => {
		const account = sandbox[call.as ?? 'account'];
		const credentials = { ...fixture.credentials({ account, encoding }), baseUrl };
		return await fixture.run(parameters, { encoding, credentials, items: CALL_ITEMS });
	};
	const { items, error } = await behindGateway(
		sandbox,
		async (_, forward) => {
			const answer = await forward();
			replies.push(answer.text);
			return answer;
		},
		run,
	);
	expect(error).toBeUndefined();
	const reply = replies.at(-1) ?? '';
	const tree: unknown =
		encoding === 'json'
			? JSON.parse(reply)
			: Object.values(xml.parse(reply) as object).find((root) => typeof root === 'object');
	expect(items).toHaveLength(1);
	expect(leaves(items[0]?.json).sort()).toEqual(leaves(tree).sort());
});
