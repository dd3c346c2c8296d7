import type { Message, SendSettings } from '../../../gateway/messages';
import { textsOf } from '../../../nodes/sending/text';
import { sendTime } from '../../../nodes/TextMe/options/sendOptions';
import { Batch } from '../../../nodes/TextMe/pipeline/batch';
import { Fates } from '../../../nodes/TextMe/pipeline/fates';
import { withinHours } from '../../../nodes/TextMe/pipeline/hours';
import type { Item } from '../../../nodes/TextMe/pipeline/item';
import { partsOfTexts } from '../../../nodes/TextMe/pipeline/parts';
import type { Run } from '../../../nodes/TextMe/pipeline/run';

test.each([
	[undefined, false],
	[true, false],
	[false, true],
])('sends on holidays only where that was chosen: Skip Holidays is %j', (chosen, onHolidays) => {
	const read = sendTime.readers.sendingHours as (option: object, now: number) => unknown;
	const values = {
		days: [0],
		from: '08:00',
		to: '20:00',
		outside: 'schedule',
		withoutHolidays: chosen,
	};
	expect(read({ values }, Date.now())).toMatchObject({ input: { onHolidays } });
});

test('sends of a batch, when some hours are over, only who is within theirs, and moves others together', () => {
	const now = Date.parse('2026-11-26T20:00+02:00');
	jest.spyOn(Date, 'now').mockReturnValue(now);
	const opensAt = Date.parse('2026-11-27T08:00+02:00');
	const ways = [{ at: opensAt }, { heldUntil: opensAt }, { at: opensAt }, { at: now }];
	const items = ways.map((way, itemIndex) => {
		const within = (due: number) => (due === now ? way : {});
		return { itemIndex, common: {}, when: { within } } as unknown as Item;
	});
	const message = { to: { people: [{ phone: '0501234567' }], lists: [] } } as unknown as Message;
	// The last minute is over.
	const settings = { timing: '26/11/26 19:59' } as SendSettings;
	const texts = items.flatMap(({ itemIndex }) => textsOf(itemIndex, message, settings));
	const run = { items, fates: new Fates(), operation: {} } as unknown as Run;
	const batches = withinHours(new Batch(run, partsOfTexts(texts, items)));
	expect(
		batches.map(({ parts, settings: own }) => [own, ...parts.map(({ item }) => item.itemIndex)]),
	).toEqual([
		[{ timing: '27/11/26 08:00' }, 0, 2],
		[settings, 3],
	]);
	expect(run.fates.skipOf(1)).toMatchObject({ why: 'outsideHours', opensAt });
});
