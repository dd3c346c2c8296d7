import { decodeReply } from '../../../gateway/wire/decode';
import { encodeRequest } from '../../../gateway/wire/encode';
import type { GatewayTree } from '../../../gateway/values/tree';
import { MAX_DEPTH } from '../../../gateway/values/tree';

const nested = (levels: number): GatewayTree => (levels === 1 ? {} : { a: nested(levels - 1) });

test('writes a request as deep as allowed, not deeper', () => {
	expect(encodeRequest('x', nested(MAX_DEPTH), 'json').body).toContain('{}');
	expect(() => encodeRequest('x', nested(MAX_DEPTH + 1), 'json')).toThrow(/at most 64 levels$/);
});

const deepJson = (levels: number) =>
	`{"status":0,"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
// The root element does not count: JSON has none.
const deepXml = (levels: number) =>
	`<x><status>0</status>${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}</x>`;

test.each([
	['JSON', deepJson],
	['XML', deepXml],
])('reads a reply in %s as deep as allowed, not deeper', (_, deep) => {
	expect(decodeReply(deep(MAX_DEPTH), 'x')).toMatchObject({ kind: 'reply' });
	expect(decodeReply(deep(MAX_DEPTH + 1), 'x')).toMatchObject({ reason: 'tooDeep' });
});

test.each([
	['objects', '{}'],
	['lists', '[]'],
])('many %s side by side are not deep', (_, one) => {
	const body = `{"status":0,"a":[${Array(2 * MAX_DEPTH)
		.fill(one)
		.join()}]}`;
	expect(decodeReply(body, 'x')).toMatchObject({ kind: 'reply' });
});
