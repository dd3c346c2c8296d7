import { reachOf, samePhone, type Reach } from '../phone.mts';
import { missing, Refusal } from '../refusal.mts';
import type { Call } from '../roots/root.mts';
import type { ShortLinks } from '../shortLinks.mts';
import type { Account, Contact, ContactList, MessageKind, Speech } from '../state.mts';
import { attribute, many, one, text, textOf, type Tree } from '../wire/tree.mts';
import { composeText, type ShortLink } from './composeText.mts';
import { readVoice } from './readVoice.mts';
import { requireSource } from './requireSource.mts';
import { segmentsOf } from './segments.mts';

/** A message to one person, neither accepted nor refused yet. */
export interface Draft {
	phone: string;
	reach: Reach;
	externalId: string;
	source: string;
	text: string;
	kind: MessageKind;
	/** Only for calls. */
	speech: Speech | undefined;
	segments: number;
}

interface Recipient {
	written: string;
	externalId: string;
	contact?: Contact;
}

const LONGEST_MESSAGE = 1005;

function readMessage(part: Tree): string {
	const messages = many(part, 'message');
	// Status 7: several texts belong in `bulk`, not in one `sms`.
	if (messages.length > 1) throw new Refusal(7);
	const message = textOf(messages[0]);
	if (message === undefined) throw missing('message');
	if (message === '' || message.length > LONGEST_MESSAGE) throw new Refusal(989);
	return message;
}

function readLinks(part: Tree, shortLinks: ShortLinks): ShortLink[] {
	return many(one(part, 'links'), 'link').map((link) => {
		const id = attribute(link, 'id') ?? '';
		const url = textOf(link) ?? '';
		if (id === '' || !/^https?:\/\/[^\s/]+\S*$/i.test(url)) throw new Refusal(980);
		// Assumption: sandboxForms
		return { id, short: shortLinks.shorten(url) };
	});
}

function readLists(account: Account, part: Tree): ContactList[] {
	// `sms` has `cl_id` within the destinations, `bulk` beside them (gateway-api 14, row 14); both may have either.
	const ids = [...many(one(part, 'destinations'), 'cl_id'), ...many(part, 'cl_id')];
	return ids.map((id) => {
		const list = account.lists.get(textOf(id) ?? '');
		if (list === undefined) throw new Refusal(988);
		return list;
	});
}

function readRecipients(account: Account, part: Tree, dynamic: boolean): Recipient[] {
	const phones = many(one(part, 'destinations'), 'phone');
	const lists = readLists(account, part);
	if (dynamic && (lists.length !== 1 || phones.length > 0)) throw new Refusal(987);
	if (phones.length === 0 && lists.length === 0) throw missing('destinations');
	const single = phones.map((phone) => ({
		written: textOf(phone) ?? '',
		externalId: attribute(phone, 'id') ?? '',
	}));
	const listed = lists.flatMap(({ contacts }) =>
		[...contacts.values()].map((contact) => ({
			written: contact.phone,
			externalId: '',
			...(dynamic ? { contact } : {}),
		})),
	);
	return [...single, ...listed];
}

/** Reads and checks one `sms` element, and returns its messages. */
export function readPart(
	{ account, world }: Pick<Call, 'account' | 'world'>,
	part: Tree,
	international: boolean,
): Draft[] {
	const message = readMessage(part);
	const source = requireSource(account, text(part, 'source'));
	const links = readLinks(part, world.shortLinks);
	const { kindsFor, speech } = readVoice(part);
	const tag = text(part, 'tag');
	const recipients = readRecipients(account, part, text(part, 'add_dynamic') === '1');
	const plain = composeText({ message, tag, links });
	const plainSegments = segmentsOf(plain);
	return recipients.flatMap(({ written, externalId, contact }) => {
		const reach = reachOf(written, international);
		if (reach === undefined) throw new Refusal(9);
		const phone = samePhone(written);
		const composed = contact === undefined ? plain : composeText({ message, tag, links, contact });
		const segments = contact === undefined ? plainSegments : segmentsOf(composed);
		return kindsFor(phone).map((kind) => ({
			phone,
			reach,
			externalId,
			source,
			text: composed,
			kind,
			speech: kind === 'voice' ? speech : undefined,
			segments,
		}));
	});
}
