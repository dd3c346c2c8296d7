import { many } from '../wire/tree.mts';
import { errorsIfAny, namedLists } from './contactRows.mts';
import type { Root } from './root.mts';

export const removeCL: Root = ({ account, body }) => {
	const { found, errors } = namedLists(account, many(body, 'cl'));
	return {
		reply: { status: 0, message: 'contact list successfully removed', ...errorsIfAny(errors) },
		effect: () => found.forEach(({ list }) => account.lists.delete(list.id)),
	};
};
