import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { logOutput } from './outputLog.mts';
import { pairs, type SandboxFixture } from './useSandbox.mts';

/** A run in one row: what the node is told, what it sends, what the service answers, and what comes out. */
export interface CallRow {
	call: INodeParameters;
	/** Default: one empty item. */
	items?: IDataObject[];
	/** The request, without the account's own `user`; a list for several. */
	sent?: IDataObject | IDataObject[];
	/** Fields of a success, or the whole answer as text. */
	answer?: IDataObject | string;
	/** One output for each of several items, or all outputs of a single item. */
	gives?: IDataObject[];
	/** The item of each output, if not one each. */
	ofItems?: number[];
	hints?: unknown[];
	/** An answer that nobody has seen, whose output is no example for a preview. */
	isOdd?: true;
}

/** A test for each row, by its name. */
export function testCalls(fixture: SandboxFixture, rows: Record<string, CallRow>): void {
	const own = JSON.stringify({ username: 'demo' });
	test.each(Object.entries(rows))('%s', async (_, row) => {
		const { call, items = [{}], answer = {}, isOdd } = row;
		const requests: IDataObject[] = [];
		const { items: output, ...result } = await fixture.runWithReply(
			(request) => {
				const [[root = '', { user, ...body } = {}] = []] = Object.entries(
					JSON.parse(request) as Record<string, IDataObject>,
				);
				requests.push({ [root]: JSON.stringify(user) === own ? body : { user, ...body } });
				return typeof answer === 'string'
					? answer
					: JSON.stringify({ status: 0, message: '', ...answer });
			},
			call,
			{ items },
		);
		const outputs = output.map(({ json }) => json);
		expect(result.error).toBeUndefined();
		if (row.sent) expect(requests).toEqual([row.sent].flat());
		if (row.gives) expect(outputs).toEqual(row.gives);
		if (row.hints) expect(result.hints).toEqual(row.hints);
		const ofItems = items.length === 1 ? outputs.map(() => 0) : row.ofItems;
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			ofItems?.map((item) => ({ item })) ?? pairs(items.length),
		);
		if (!isOdd) logOutput('textMe', call, outputs);
	});
}
