import { findRecords } from '../../gateway/records';
import type { ReplyTree, ReplyValue } from '../../gateway/tree';
import type { Spoken } from './speak.mts';

export const recordsIn = (spoken: Spoken | undefined) => findRecords(spoken?.tree ?? {}).records;

export const leavesIn = (records: ReplyTree[]) => records.flatMap((record) => leavesOf('', record));

function leavesOf(name: string, value: ReplyValue): Array<[name: string, value: string]> {
	if (typeof value === 'string') return [[name, value]];
	if (Array.isArray(value)) return value.flatMap((item) => leavesOf(name, item));
	return Object.entries(value).flatMap(([key, item]) => leavesOf(key === '_' ? name : key, item));
}
