/** A delivery report with `code`, `afterMs` after the message was sent. */
export interface PlannedReport {
	afterMs: number;
	code: number;
}

export interface MagicPhone {
	/** The last three digits of `05x9999nnn`. */
	ending: string;
	meaning: string;
	reports: (delayMs: number) => PlannedReport[];
	/** A filtered handset gets calls, but no texts (specification, `tts.type` 2). */
	kosher?: boolean;
	pushedTwice?: boolean;
}

const HOUR = 3_600_000;

const after =
	(...codes: number[]) =>
	(delayMs: number) =>
		codes.map((code, index) => ({ afterMs: delayMs * (index + 1), code }));

/** Phones with a special meaning. Any other `05x9999nnn` reports its last three digits as the delivery code. */
export const MAGIC_PHONES: readonly MagicPhone[] = [
	{
		ending: '015',
		meaning: 'filtered (Kosher) handset: texts report 15, calls report 102',
		reports: after(15),
		kosher: true,
	},
	{ ending: '800', meaning: 'reports -1, sent without confirmation', reports: after(-1) },
	{ ending: '801', meaning: 'reports -1 first and 102 later', reports: after(-1, 102) },
	{ ending: '802', meaning: 'never reports', reports: () => [] },
	{
		ending: '803',
		meaning: 'reports 102 after an hour',
		reports: () => [{ afterMs: HOUR, code: 102 }],
	},
	{
		ending: '804',
		meaning: 'reports 102, and the push of it arrives twice',
		reports: after(102),
		pushedTwice: true,
	},
	{
		ending: '805',
		meaning: 'reports 102 without any delay',
		reports: () => [{ afterMs: 0, code: 102 }],
	},
];

const byEnding = new Map(MAGIC_PHONES.map((phone) => [phone.ending, phone]));
const MAGIC = /^05\d9999(\d{3})$/;

export function magicPhone(phone: string): MagicPhone | undefined {
	const ending = MAGIC.exec(phone)?.[1];
	if (ending === undefined) return undefined;
	return (
		byEnding.get(ending) ?? {
			ending,
			meaning: `reports ${Number(ending)}`,
			reports: after(Number(ending)),
		}
	);
}

export interface MagicWord {
	word: string;
	meaning: string;
}

/** Words that work anywhere in a request's body, if its token is accepted. */
export const MAGIC_WORDS: readonly MagicWord[] = [
	{ word: '#status:998', meaning: 'the request is answered with that status (any number)' },
	{
		word: '#noshipment',
		meaning: 'a send is answered with status 0 but no shipment_id, and nothing goes out',
	},
	{
		word: '#nocancel',
		meaning: 'in the campaign name: cancelling it is answered with 970',
	},
];

export function magicStatus(body: string): number | undefined {
	const found = /#status:(-?\d+)/.exec(body)?.[1];
	return found === undefined ? undefined : Number(found);
}

export function losesShipment(body: string): boolean {
	return body.includes('#noshipment');
}

export function refusesCancel(campaignName: string): boolean {
	return campaignName.includes('#nocancel');
}
