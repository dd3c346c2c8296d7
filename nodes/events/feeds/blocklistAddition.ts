import type { BlocklistEntry } from '../../../gateway/blocklistEntry';
import { listedPhones, readBlocklistEntry } from '../../../gateway/blocklistEntry';
import { phoneKey } from '../../../gateway/eventId';
import { everything, feed } from './feed';

/** What the note of a block may say. Its words are not shown: a guess. */
const BLOCKED = /נחס[םמ]|חסו[םמ]|חסימ|blocked|blocklist|blacklist|opted out|unsubscribed/i;

/** Source: specification, "Feeds", "blacklist", "Blocklist entry". */
export const blocklistAddition = feed<BlocklistEntry>({
	value: 'blocklistAddition',
	name: 'Blocklist Addition',
	description: 'A recipient was blocked, normally by opting out',
	recognises(fields) {
		if (fields.has('status')) return false;
		const isNoted = () => BLOCKED.test(fields.get('message') ?? '');
		// The blocked number is dest; a listing names it phone, as a push might.
		const isBlock = fields.has('phone') ? !fields.has('dest') && isNoted() : fields.has('dest');
		return isBlock && 'surely';
	},
	read: readBlocklistEntry,
	identity(event, minute) {
		if (event.phone === undefined) return [];
		const shown = [phoneKey(event.phone) ?? '', ...listedPhones(event)];
		return shown.map((phone) => [phone, minute]);
	},
	sample: { message: 'המספר נחסם לקבלת הודעות', date: '01/05/26 10:32:40', dest: '972501234567' },
	poll: { root: 'blacklist', body: ({ from, to }) => ({ from, to }) },
	filters: [],
	filter: () => everything,
});
