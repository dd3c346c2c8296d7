import { readMinute } from '../israelTime.mts';
import { invalid, Refusal } from '../refusal.mts';
import { text, type Tree } from '../wire/tree.mts';

/** The options of a whole send: one text or a batch. */
export interface SendOptions {
	sendAt: number;
	optOut: 'link' | 'reply' | undefined;
	/** Skips people who got a message within this many days. */
	quietDays: number | undefined;
	international: boolean;
	campaignName: string;
}

const LONGEST_NAME = 50;

function sendAt(body: Tree, now: number): number {
	const timing = text(body, 'timing');
	if (timing === undefined || timing === '') return now;
	const time = readMinute(timing);
	if (time === undefined) throw invalid('timing');
	return time;
}

/** "Other values mean none" (specification) applies to numbers; anything else is 986 (gateway-api 14). */
function optOut(body: Tree): SendOptions['optOut'] {
	const value = text(body, 'add_unsubscribe') ?? '';
	if (value === '3') return 'link';
	if (value === '2') return 'reply';
	if (value !== '' && !/^-?\d+$/.test(value)) throw new Refusal(986);
	return undefined;
}

function quietDays(body: Tree): number | undefined {
	const value = text(body, 'temp_bl') ?? '';
	if (value === '') return undefined;
	const days = /^\d{1,2}$/.test(value) ? Number(value) : 0;
	if (days < 1 || days > 14) throw new Refusal(714);
	return days;
}

function campaignName(body: Tree): string {
	const name = text(body, 'campaign_name') ?? '';
	if (name.length > LONGEST_NAME) throw new Refusal(989);
	return name;
}

export function readSendOptions(body: Tree, now: number): SendOptions {
	return {
		campaignName: campaignName(body),
		optOut: optOut(body),
		quietDays: quietDays(body),
		sendAt: sendAt(body, now),
		international: text(body, 'includes_international') === '1',
	};
}
