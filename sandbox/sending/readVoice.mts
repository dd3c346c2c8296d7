import { invalid, missing } from '../refusal.mts';
import { magicPhone } from '../magic.mts';
import type { MessageKind, Speech } from '../state.mts';
import { many, one, text, type Tree } from '../wire/tree.mts';

export type KindsFor = (phone: string) => readonly MessageKind[];

export interface Voice {
	kindsFor: KindsFor;
	speech: Speech | undefined;
}

const VOICES = new Set(['ymMale', 'ymFemale']);

/** `tts.type` (specification, voice send): whether a phone gets a text, a call or both. */
const KINDS: Readonly<Record<string, KindsFor>> = {
	2: (phone) => [magicPhone(phone)?.kosher === true ? 'voice' : 'sms'],
	3: () => ['sms', 'voice'],
	4: () => ['voice'],
};

const inRange = (value: string, least: number, most: number) =>
	/^-?\d{1,3}$/.test(value) && Number(value) >= least && Number(value) <= most;

export function readVoice(part: Tree): Voice {
	if (many(part, 'tts').length === 0) return { kindsFor: () => ['sms'], speech: undefined };
	const tts = one(part, 'tts');
	const type = text(tts, 'type');
	if (type === undefined) throw missing('tts.type');
	const kindsFor = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
	if (kindsFor === undefined) throw invalid('tts.type');
	const rate = text(tts, 'rate') ?? '0';
	if (!inRange(rate, -10, 10)) throw invalid('tts.rate');
	const repeat = text(tts, 'repeat') ?? '2';
	// Assumption: sandboxValues
	// No upper limit is documented; 1 to 99 is a guess.
	if (!inRange(repeat, 1, 99)) throw invalid('tts.repeat');
	const voice = text(tts, 'voice') ?? 'ymMale';
	if (!VOICES.has(voice)) throw invalid('tts.voice');
	return { kindsFor, speech: { voice, rate: Number(rate), repeat: Number(repeat) } };
}
