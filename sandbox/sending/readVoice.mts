import { invalid, missing } from '../refusal.mts';
import { magicPhone } from '../magic.mts';
import type { MessageKind } from '../state.mts';
import { many, one, text, type Tree } from '../wire/tree.mts';

export type KindsFor = (phone: string) => readonly MessageKind[];

const VOICES = new Set(['ymMale', 'ymFemale']);

/** `tts.type` (specification, voice send): which of text and call a phone gets. */
const KINDS: Readonly<Record<string, KindsFor>> = {
	2: (phone) => [magicPhone(phone)?.kosher === true ? 'voice' : 'sms'],
	3: () => ['sms', 'voice'],
	4: () => ['voice'],
};

const inRange = (value: string, least: number, most: number) =>
	/^-?\d{1,3}$/.test(value) && Number(value) >= least && Number(value) <= most;

export function readVoice(part: Tree): KindsFor {
	if (many(part, 'tts').length === 0) return () => ['sms'];
	const tts = one(part, 'tts');
	const type = text(tts, 'type');
	if (type === undefined) throw missing('tts.type');
	const kinds = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
	if (kinds === undefined) throw invalid('tts.type');
	if (!inRange(text(tts, 'rate') ?? '0', -10, 10)) throw invalid('tts.rate');
	// No upper limit is documented; 1 to 99 is a guess.
	if (!inRange(text(tts, 'repeat') ?? '2', 1, 99)) throw invalid('tts.repeat');
	if (!VOICES.has(text(tts, 'voice') ?? 'ymMale')) throw invalid('tts.voice');
	return kinds;
}
