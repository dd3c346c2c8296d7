import type { IDataObject } from 'n8n-workflow';
import { readDate } from '../../../gateway/values/dates';
import { readBlocklistEntry } from '../../../gateway/events/blocklistEntry';
import { decodeReply } from '../../../gateway/wire/decode';
import { readDeliveryReport } from '../../../gateway/events/deliveryReport';
import { readIncomingMessage } from '../../../gateway/events/incomingMessage';
import { toInternational, toNational } from '../../../gateway/phones/phone';
import { recordsOf } from '../../../nodes/output/replies';
import { expectUnpolluted, fc } from '../../fuzz.mts';

const NAMES = [
	...['external_id', 'phone', 'dest', 'message', 'message_he', 'he_message', 'date'],
	...['status_text', 'units', 'id', 'operaor', 'from', 'x-1', '0', 'toString'],
];
const CONTAINERS = ['transactions', 'transaction', 'data', 'rows', 'messages', 'list', '7', 'user'];

const scalar = fc.oneof(
	fc.constantFrom('972501234567', '050****567', '15/01/26 10:31', 'soon', '102', 'a b', '007'),
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => `t${text}`),
	fc.integer({ min: 0, max: 99_999 }),
);
const record = fc.dictionary(
	fc.constantFrom(...NAMES),
	fc.oneof(
		{ weight: 6, arbitrary: scalar },
		{ weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
		{ weight: 1, arbitrary: fc.dictionary(fc.constantFrom('a', '_', 'b'), scalar, { maxKeys: 2 }) },
	),
	{ minKeys: 1, maxKeys: 6, noNullPrototype: true },
);
/** Records in lists, single, keyed, wrapped, beside each other and beside figures. */
const { holder } = fc.letrec<{ holder: object }>((tie) => ({
	holder: fc.dictionary(
		fc.constantFrom(...CONTAINERS),
		fc.oneof(
			{ depthSize: 'small' },
			record,
			fc.array(record, { maxLength: 3 }),
			fc.array(fc.oneof(record, scalar), { maxLength: 3 }),
			scalar,
			tie('holder'),
			fc.array(tie('holder'), { maxLength: 2 }),
		),
		{ maxKeys: 3, noNullPrototype: true },
	),
}));

const leavesOf = (value: unknown): string[] => {
	if (typeof value === 'string' || typeof value === 'number') return [String(value)];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(leavesOf);
};

/** The forms in which a value may be output: unchanged, or read. */
const formsOf = (text: string) => [
	...[text, readDate(text), toNational(text), toInternational(text)],
	/^\s*[+-]?\d{1,9}\s*$/.test(text) ? String(Number(text)) : undefined,
];

const READERS: Array<[string, ((raw: IDataObject) => object) | undefined]> = [
	['reports', readDeliveryReport],
	['messages', readIncomingMessage],
	['blocked numbers', readBlocklistEntry],
	['anything', undefined],
];

test.each(READERS)('finds every leaf of a reply of %s in the output, in any shape', (_, read) => {
	fc.assert(
		fc.property(holder, fc.boolean(), (beside, isWrapped) => {
			const reply = { ...beside, status: 0, message: 'A note' };
			const decoded = decodeReply(JSON.stringify(isWrapped ? { root: reply } : reply), 'root');
			if (decoded.kind !== 'reply') throw new Error(decoded.excerpt);
			const output = recordsOf(
				{ ...decoded, text: '', secrets: [] },
				read && ((raw) => ({ ...read(raw) })),
			);
			const found = new Set(leavesOf(output).map((text) => text.trim()));
			const isFound = (text: string) =>
				formsOf(text).some((form) => form !== undefined && found.has(form.trim()));
			// A reply that only describes itself has no output.
			const said = { ...decoded.tree, user: '' };
			const told = output.length > 0 ? { ...beside, note: 'A note' } : said;
			const about = output.length > 0 ? [] : ['0', 'A note'];
			const lost = leavesOf(told).filter((text) => text.trim() !== '' && !isFound(text));
			expect(lost.filter((text) => !about.includes(text))).toEqual([]);
			expectUnpolluted();
		}),
	);
});
