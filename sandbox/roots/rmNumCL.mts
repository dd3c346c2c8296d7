import { samePhone } from '../phone.mts';
import { many } from '../wire/tree.mts';
import { errorsIfAny, namedLists, requireRows } from './contactRows.mts';
import type { Root } from './root.mts';

export const rmNumCL: Root = ({ account, body }) => {
	const { found, errors } = namedLists(account, many(body, 'cl'));
	const removals = found.flatMap(({ list, element }) =>
		requireRows(element).map(({ written }) => ({ list, written, phone: samePhone(written) })),
	);
	for (const { list, written, phone } of removals) {
		if (list.contacts.has(phone)) continue;
		errors.push(`${written} is not on the contact list and therefore not removed`);
	}
	return {
		reply: {
			status: 0,
			message: 'The phone numbers have been removed successfully',
			...errorsIfAny(errors),
		},
		effect: () => removals.forEach(({ list, phone }) => list.contacts.delete(phone)),
	};
};
