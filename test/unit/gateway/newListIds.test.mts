import { decodeReply } from '../../../gateway/wire/decode';
import { newListIds } from '../../../gateway/replies/records';

const idsIn = (text: string) => {
	const reply = decodeReply(text, 'newCL');
	return reply.kind === 'reply' ? newListIds(reply.tree) : undefined;
};
const json = (identifiers: unknown) => JSON.stringify({ status: 0, message: '', identifiers });
const xml = (...ids: string[]) =>
	`<newCL><status>0</status><identifiers>${ids.join('')}</identifiers></newCL>`;

const ONE = '<identifier>21501</identifier>';

test.each<[string, string, string[]]>([
	['a text for one list', json('21501'), ['21501']],
	['a number for one list', json(21501), ['21501']],
	['a list for several', json(['21501', 21502]), ['21501', '21502']],
	['a gap in a list keeps its place', json(['21501', '', '21503']), ['21501', '', '21503']],
	['elements', xml(ONE, '<identifier> 21502 </identifier>'), ['21501', '21502']],
	['an element', xml(ONE), ['21501']],
	['elements with attributes', xml('<identifier name="A"> 21501 </identifier>'), ['21501']],
	['a bare text', xml('21501'), ['21501']],
	['one element with attributes alone', xml('<identifier name="A"/>'), ['']],
	['nothing', xml(), []],
	['none', JSON.stringify({ status: 0 }), []],
])('reads the IDs of new lists: %s', (_, text, ids) => {
	expect(idsIn(text)).toEqual(ids);
});
