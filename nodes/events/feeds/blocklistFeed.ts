import type { BlocklistEntry } from '../../../gateway/events/blocklistEntry';
import { listedIds, readBlocklistEntry } from '../../../gateway/events/blocklistEntry';
import { SAMPLE_PHONE } from '../../../gateway/phones/samplePhone';
import { feed } from './feed';

/** Source: specification, "Feeds", "blacklist", "Blocklist entry". */
export const blocklistAddition = feed<BlocklistEntry>({
	value: 'blocklistAddition',
	name: 'Blocklist Addition',
	description: 'A recipient was blocked, normally by opting out',
	read: readBlocklistEntry,
	listedIds,
	sample: { message: 'המספר נחסם לקבלת הודעות', date: '01/05/26 10:32:40', dest: SAMPLE_PHONE },
	poll: { root: 'blacklist', body: ({ from, to }) => ({ from, to }) },
	filters: [],
});
