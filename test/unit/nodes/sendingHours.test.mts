import type { Message, SendSettings } from '../../../gateway/texts/messages';
import { sendingHoursOption } from '../../../nodes/TextMe/options/sendOptions';
import type { Item, Row } from '../../../nodes/TextMe/run/row';
import type { Run } from '../../../nodes/TextMe/run/run';
import { Batch } from '../../../nodes/TextMe/run/batch';
import { withinHours } from '../../../nodes/TextMe/sends/hours';
import { sharesOf } from '../../../nodes/TextMe/sends/sends';
import { textsOf } from '../../../nodes/texts/text';

afterEach(() => jest.restoreAllMocks());

test.each([
	[undefined, false],
	[true, false],
	[false, true],
])('sends on holidays only where that was chosen: Skip Holidays is %j', (chosen, onHolidays) => {
	const read = sendingHoursOption.read as (option: object, now: number) => unknown;
	const hours = { days: [0], from: '08:00', to: '20:00', outside: 'schedule' };
	expect(read({ values: { ...hours, withoutHolidays: chosen } }, Date.now())).toMatchObject({
		open: { onHolidays },
	});
});

const NOW = Date.parse('2026-11-26T20:00+02:00');
const OPENS_AT = Date.parse('2026-11-27T08:00+02:00');

/** The requests of a batch: for each, its time and its items. `ways` says when each item may go out. */
function sentOf(ways: object[], settingsOf: () => SendSettings) {
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
	const message = {
		source: 'TextMe',
		text: 'Hello',
		links: [],
		to: { people: [{ phone: '0501234567' }], lists: [] },
	} as Message;
	const rows = ways.map((way, itemIndex): Row => {
		const within = (due: number) => (due === NOW ? way : {});
		const item = { itemIndex, common: {}, sending: { within } } as unknown as Item;
		return { itemIndex, item, parts: textsOf(itemIndex, message, settingsOf()) };
	});
	const run = { rows } as unknown as Run;
	const texts = rows.flatMap(({ parts }) => parts as ReturnType<typeof textsOf>);
	const batches = withinHours(
		new Batch(run, sharesOf(run, texts), { content: () => ({ root: '', body: () => ({}) }) }),
	);
	const sent = batches.map(({ shares, settings: own }) => [
		own.timing,
		...shares.map(({ item }) => item.itemIndex),
	]);
	return { rows, sent };
}

test('sends of a batch, when some hours are over, only who is within theirs, and moves others together', () => {
	// The text was planned for the last minute before closing, which is over now.
	const settings = { timing: '26/11/26 19:59' } as SendSettings;
	const ways = [{ at: OPENS_AT }, { heldUntil: OPENS_AT }, { at: OPENS_AT }, { at: NOW }];
	const { rows, sent } = sentOf(ways, () => settings);
	expect(sent).toEqual([
		['27/11/26 08:00', 0, 2],
		['26/11/26 19:59', 3],
	]);
	expect(rows[1]?.parts[0]?.fate).toMatchObject({ why: 'outsideHours', opensAt: OPENS_AT });
});

test('needs no request more where an expression has made the settings of each item', () => {
	const ways = [OPENS_AT, OPENS_AT, NOW, NOW].map((at) => ({ at }));
	const { sent } = sentOf(ways, () => ({ timing: '26/11/26 19:59' }));
	expect(sent).toEqual([
		['27/11/26 08:00', 0, 1],
		['26/11/26 19:59', 2, 3],
	]);
	const open = sentOf([{ at: NOW }, { at: NOW }], () => ({ campaign_name: 'Sale' }));
	expect(open.sent).toEqual([[undefined, 0, 1]]);
});
