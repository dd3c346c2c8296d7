import type { BlocklistEntry } from '../../../gateway/blocklistEntry';
import { listedPhones, readBlocklistEntry } from '../../../gateway/blocklistEntry';
import { phoneKey } from '../../../gateway/phone';
import { feed } from './feed';

/** Words in the note about a block. A guess: the specification does not show the note. */
const BLOCKED = /נחס[םמ]|חסו[םמ]|חסימ|blocked|blocklist|blacklist|opted out|unsubscribed/i;

/** Source: specification, "Feeds", "blacklist", "Blocklist entry". */
export const blocklistAddition = feed<BlocklistEntry>({
	value: 'blocklistAddition',
	name: 'Blocklist Addition',
	description: 'A recipient was blocked, normally by opting out',
	matches(fields) {
		if (fields.has('status')) return false;
		const isNoted = () => BLOCKED.test(fields.get('message') ?? '');
		// A push has the blocked number as dest. A list has it as phone, and a push might.
		const isBlock = fields.has('phone') ? !fields.has('dest') && isNoted() : fields.has('dest');
		return isBlock && 'certainly';
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
	filter: () => () => true,
});
