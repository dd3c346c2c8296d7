import type { IDataObject } from 'n8n-workflow';

import { toNational } from '../../../gateway/phones/phone';
import { isObject } from '../parameters/runParameters';
import type { Row } from '../run/row';
import type { Run } from '../run/run';

/** The output fields that say who or what an item is about, by the node's fields. */
const WHOM: Readonly<Record<string, string>> = {
	phone: 'phone',
	phones: 'phone',
	contactList: 'contactListId',
	listName: 'contactListName',
	campaignName: 'campaignName',
	username: 'username',
};

/**
 * Who or what an item is about: numbers in the form that we send, and everything else as given, even if invalid. Several numbers
 * of a call are not one person.
 */
export function whomOf(run: Run, { item, itemIndex }: Row): IDataObject {
	const { effect, fields } = run.operation;
	const isSend = effect === 'send';
	const named = fields.filter(({ name }) => name in WHOM && (isSend || name !== 'phones'));
	const whom = named.map(({ name }) => [WHOM[name], givenAs(run, name, itemIndex)] as const);
	const given = Object.fromEntries(whom.filter(([, own]) => own !== ''));
	if (!isSend) return given;
	const { people = [], lists = [] } = item?.sending?.message.to ?? {};
	const phone = people.map(({ phone: each }) => each).join(', ');
	return {
		...given,
		...((phone || lists.length === 0) && { phone: phone || given.phone }),
		...(lists.length > 0 && { contactList: lists.join(', ') }),
	};
}

function givenAs(run: Run, field: string, itemIndex: number): string {
	try {
		const given = run.parameter(field, itemIndex);
		const text = String((isObject(given) ? given.value : given) ?? '').trim();
		return (WHOM[field] === 'phone' && toNational(text)) || text;
	} catch {
		return '';
	}
}
