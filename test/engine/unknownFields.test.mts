import { behindGateway } from './harness/servers.mts';
import {
	byName,
	CALL_ITEMS,
	OPERATION_CALLS,
	parametersOf,
	type OperationCall,
} from './harness/operationCalls.mts';
import { ENCODINGS, useSandbox, type Encoding } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** Unknown parts of a reply: a figure, a text with markup characters, an object. */
const ADDED = {
	json: (reply: string) =>
		JSON.stringify({
			...(JSON.parse(reply) as object),
			cost_total: 1.25,
			remark: 'a < b & c',
			trace: { ref: 'ref-77' },
		}),
	xml: (reply: string) =>
		reply.replace(
			/<\/[\w]+>\s*$/,
			(end) =>
				`<cost_total>1.25</cost_total><remark>a &lt; b &amp; c</remark><trace><ref>ref-77</ref></trace>${end}`,
		),
};

/** The reply may contain the token, which is output only on request. */
const KEEPS_ITS_REPLY = ['apiToken.getCurrent'];
const CALLS = byName(
	OPERATION_CALLS.filter(({ operation }) => !KEEPS_ITS_REPLY.includes(operation)),
);

async function outputsOf(call: OperationCall, encoding: Encoding) {
	const { sandbox } = fixture;
	const parameters = await parametersOf(call, sandbox);
	const account = sandbox[call.as ?? 'account'];
	return await behindGateway(
		sandbox,
		async (_, forward) => {
			const reply = await forward();
			return { ...reply, text: ADDED[encoding](reply.text) };
		},
		async (baseUrl) => {
			const credentials = { ...fixture.credentials({ account, encoding }), baseUrl };
			return await fixture.run(parameters, { credentials, encoding, items: CALL_ITEMS });
		},
	);
}

describe.each(ENCODINGS)('in %s', (encoding) => {
	test.each(CALLS)('puts out once what nobody knows of a reply: %s', async (_, call) => {
		const { items, error } = await outputsOf(call, encoding);
		expect(error).toBeUndefined();
		const text = JSON.stringify(items.map(({ json }) => json));
		for (const leaf of ['1.25', 'a < b & c', 'ref-77']) {
			expect([leaf, text.split(leaf).length - 1]).toEqual([leaf, 1]);
		}
	});
});
