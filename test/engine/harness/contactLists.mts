import type { INodeParameters } from 'n8n-workflow';

import { parametersFor } from './parametersFor.mts';

/** The sandbox's first list ID. */
const FIRST = '21501';

const onLists = (operation: string, usual?: INodeParameters) =>
	parametersFor('contactList', operation, usual);

export const createList = onLists('create', { listName: 'Customers', phones: '0501111111' });
export const deleteList = onLists('delete', { contactList: FIRST });
export const getList = onLists('get', { contactList: FIRST });
export const getLists = onLists('getMany');
export const addContacts = onLists('addContacts', { contactList: FIRST, phones: '0502222222' });
export const removeContacts = onLists('removeContacts', {
	contactList: FIRST,
	phones: '0501111111',
});
