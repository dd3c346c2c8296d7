import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ListedContact } from '../../gateway/contacts';

/** By credential, sub-account and contact list. */
type Store = Record<string, ListedContact[]>;

/** For executions from the editor, whose static data n8n does not keep. */
const OF_THIS_PROCESS: Store = {};

/**
 * The contacts that a failed change has left off a list, with their old fields, until a later run has put them back. They are
 * kept with the node in its workflow, and in this process. When n8n is killed in the middle, they are lost.
 */
export class LeftOff {
	private readonly key: string;
	private readonly ofWorkflow: Store;

	constructor(context: IExecuteFunctions, list: string) {
		this.key = `${context.getNode().credentials?.textMeApi?.id} ${list}`;
		this.ofWorkflow = context.getWorkflowStaticData('node') as IDataObject as unknown as Store;
	}

	get contacts(): ListedContact[] {
		return this.ofWorkflow[this.key] ?? OF_THIS_PROCESS[this.key] ?? [];
	}

	set contacts(contacts: ListedContact[]) {
		for (const store of [this.ofWorkflow, OF_THIS_PROCESS]) {
			if (contacts.length > 0) store[this.key] = contacts;
			else if (this.key in store) delete store[this.key];
		}
	}
}
