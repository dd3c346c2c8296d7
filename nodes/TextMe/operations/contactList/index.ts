import type { Resource } from '../../operation';
import { addContacts } from './addContacts';
import { create } from './create';
import { deleteList } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { removeContacts } from './removeContacts';
import { sync } from './sync';

export const contactList: Resource = {
	name: 'Contact List',
	value: 'contactList',
	operations: [create, addContacts, removeContacts, sync, get, getMany, deleteList],
};
