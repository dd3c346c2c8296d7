import type { IDataObject } from 'n8n-workflow';

/** How a person answers on the page behind the link. */
export type PageWay = 'approval' | 'freeText';

/** How a person answers: there, or by a text of their own. */
export type Way = PageWay | 'smsReply';

/** What the page behind the link shows. */
export interface Page {
	way: PageWay;
	/** Who asks: the sender of the message. */
	sender: string;
	/** Empty for the one in the language of the message. */
	title: string;
	message: string;
	/** The labels of the buttons; empty for those in the language of the message. */
	confirmLabel: string;
	/** Missing where there is nothing to decline. */
	declineLabel?: string;
}

/** A question that waits for its answer. */
export interface Question extends Page {
	/** The run of the node that asked: in a loop the same node asks again. */
	run: number;
	/** What is known about the message. It comes out with the answer. */
	sent: IDataObject;
}

/** What comes out when there is no answer in time: the same fields, with nothing in them. */
export const NO_ANSWER: Readonly<Record<PageWay, IDataObject>> = {
	approval: { approved: false },
	freeText: { text: '' },
};
