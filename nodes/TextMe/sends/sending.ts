import type { Message, SendSettings } from '../../../gateway/texts/messages';
import type { Waiting } from '../../answers/question';
import type { Within } from '../../texts/sendingHours';

/** What an item sends, how, and when. */
export interface Sending {
	message: Message;
	settings: SendSettings;
	/** When it may go out. */
	within?: Within | undefined;
	waiting?: Waiting;
}
