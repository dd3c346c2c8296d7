import { XMLParser } from 'fast-xml-parser';
import { optionsOf } from '../../nodes/TextMe/describe';
import {
	OPERATION_CALLS,
	OPERATIONS,
	parametersOf,
	runOptionsOf,
	type OperationCall,
} from './harness/operationCalls.mts';
import { ENCODINGS, useSandbox, type Encoding } from './harness/useSandbox.mts';

const fixture = useSandbox();

const inBoth = (isWanted: (operation: string) => boolean) =>
	OPERATION_CALLS.filter(({ operation }) => isWanted(operation)).flatMap((call) =>
		ENCODINGS.map((encoding) => [call.operation, encoding, call] as const),
	);

/** Runs a call through a gateway that changes the reply. Returns its last one, too. */
async function run(
	call: OperationCall,
	encoding: Encoding,
	options: { simplify?: boolean },
	change: (reply: string) => string = (reply) => reply,
) {
	const { sandbox } = fixture;
	const parameters = await parametersOf(call, sandbox, options);
	let reply = '';
	const { items, error } = await fixture.runBehind(
		async (_, forward) => {
			const answer = await forward();
			reply = change(answer.text);
			return { ...answer, text: reply };
		},
		parameters,
		{ ...runOptionsOf(call, sandbox), encoding },
	);
	expect(error).toBeUndefined();
	return { items, reply };
}

const isSimplified = (name: string) =>
	JSON.stringify(optionsOf(OPERATIONS.get(name)!)).includes('"simplify"');
/** Replies with a token or a code have their own tests. */
const OTHERS = /^(apiToken|otp\.send)/;

const xml = new XMLParser({ parseTagValue: false });

/** The values of a reply as texts, with their paths. */
function leaves(value: unknown, way = ''): string[] {
	if (typeof value !== 'object' || value === null) return [`${way} ${String(value)}`];
	return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${way}/${name}`));
}

test.each(inBoth((operation) => isSimplified(operation) && !OTHERS.test(operation)))(
	'gives the reply of %s as it came with Simplify off, in %s',
	async (_, encoding, call) => {
		const { items, reply } = await run(call, encoding, { simplify: false });
		const tree: unknown =
			encoding === 'json'
				? JSON.parse(reply)
				: Object.values(xml.parse(reply) as object).find((root) => typeof root === 'object');
		expect(items).toHaveLength(1);
		expect(leaves(items[0]?.json).sort()).toEqual(leaves(tree).sort());
	},
);

/** Unknown parts of a reply: a figure, a text with markup characters, an object. */
const ADDED = {
	json: (reply: string) =>
		JSON.stringify({
			...(JSON.parse(reply) as object),
			...{ cost_total: 1.25, remark: 'a < b & c', trace: { ref: 'ref-77' } },
		}),
	xml: (reply: string) =>
		reply.replace(
			/<\/[\w]+>\s*$/,
			'<cost_total>1.25</cost_total><remark>a &lt; b &amp; c</remark><trace><ref>ref-77</ref></trace>$&',
		),
};

// The reply of `getCurrent` may contain the token, which is output only on request.
test.each(inBoth((operation) => operation !== 'apiToken.getCurrent'))(
	'puts out once what nobody knows of a reply of %s, in %s',
	async (_, encoding, call) => {
		const { items } = await run(call, encoding, {}, ADDED[encoding]);
		const text = JSON.stringify(items.map(({ json }) => json));
		for (const leaf of ['1.25', 'a < b & c', 'ref-77']) {
			expect([leaf, text.split(leaf).length - 1]).toEqual([leaf, 1]);
		}
	},
);
