import type { IExecuteFunctions } from 'n8n-workflow';

import { externalIdsIn, sendBody, sendRoot } from '../../gateway/messages';
import type { Account } from '../shared/account';
import { accountOf } from '../shared/account';
import type { GatewayReply } from '../shared/call';
import { asNodeError } from '../shared/nodeError';
import { rehearsalPhone } from '../shared/rehearsal';
import { missingShipment } from '../shared/replies';
import { callGateway } from '../shared/request';
import type { Fate } from './fate';
import { ACCEPTED, failed, skipOf } from './fate';
import { rehearsalNote, rehearseInRun } from './rehearsal';
import type { Text, Texts } from './text';
import { messageOf } from './text';

/** What became of a single text. */
export interface SentText {
	fate: Fate;
	/** Missing where nothing was sent. */
	reply?: GatewayReply;
	/** What to say of a text that was accepted. */
	warning?: string;
	isRehearsed: boolean;
}

/** Sends a single text; in a rehearsal to the one phone. */
export async function sendText(
	context: IExecuteFunctions,
	text: Text,
	timeoutSeconds: number,
): Promise<SentText> {
	const account = await accountOf(context, text.itemIndex);
	const phone = phoneOf(account);
	const isRehearsed = phone !== undefined;
	const { going } = isRehearsed ? rehearseInRun(context, [text], phone) : { going: [text] };
	const note = isRehearsed ? rehearsalNote(phone, going.length, 1 - going.length) : undefined;
	const [sent] = going;
	if (!sent) {
		return { fate: { kind: 'accepted', isOnlyChecked: true }, warning: note, isRehearsed };
	}
	const messages = [messageOf([sent] as Texts)] as const;
	const externalIds = () => externalIdsIn(messages);
	try {
		const reply = await callGateway(context, {
			...{ root: sendRoot(messages), body: () => sendBody(messages, sent.settings), account },
			...{ effect: 'send', itemIndex: text.itemIndex, externalIds, isRehearsed },
			...{ timeoutSeconds, onBehalfOf: text.account },
		});
		return { fate: ACCEPTED, reply, warning: note ?? missingShipment(reply), isRehearsed };
	} catch (cause) {
		const error = asNodeError(context.getNode(), cause, text.itemIndex);
		const why = skipOf(error, text.settings, isRehearsed);
		const fate: Fate = why ? { kind: 'skipped', why } : failed(error, externalIds());
		return { fate, isRehearsed };
	}
}

/** Undefined for an invalid phone, too: the request then raises the error. */
function phoneOf(account: Account): string | undefined {
	try {
		return rehearsalPhone(account);
	} catch {
		return undefined;
	}
}
