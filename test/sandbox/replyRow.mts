// Helpers for the rows of the reply tables.
import type { Credentials } from '../../sandbox/seed.mts';
import type { Sandbox } from '../../sandbox/startSandbox.mts';
import type { Fields } from './call.mts';

/** The success of a root: all its fields, in each encoding. */
export interface ReplyRow {
	root: string;
	fields?: Fields;
	by?: Credentials;
	setUp?: (sandbox: Sandbox) => unknown;
	/** Default: 0. */
	status?: number;
	json: Fields;
	xml: Fields;
}

export const same = (fields: Fields) => ({ json: fields, xml: fields });
export const text = (message: string) => same({ message });
/** A list: an array in JSON, an element of elements in XML. */
export const records = (name: string, item: string, list: readonly Fields[]) => ({
	json: { [name]: list },
	xml: { [name]: { [item]: list.length === 1 ? list[0] : list } },
});
