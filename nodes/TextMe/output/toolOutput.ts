import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isEmpty } from '../../../gateway/values/checks';
import type { Run } from '../run/run';

/** The output fields of a failed item; see `failedItem`. */
interface Failure {
	error: string;
	details: IDataObject;
}

/** A model's output: few fields, and at least one item. */
export function toolOutput(
	output: INodeExecutionData[],
	{ operation, rows }: Run,
): INodeExecutionData[] {
	if (output.length === 0) {
		return [{ json: { results: 0, message: 'Nothing was found.' }, pairedItem: { item: 0 } }];
	}
	const { omit = [] } = operation.tool ?? {};
	const { simplify = true } = rows[0]?.item?.common ?? {};
	const isRaw = !simplify || !operation.isSimplified;
	const compact = (json: IDataObject): IDataObject => {
		if (isFailure(json)) return withoutEmpty({ error: json.error, ...json.details });
		if (isRaw) return json;
		const { details, ...rest } = json;
		const all = operation.isSend ? { ...rest, ...(details as IDataObject | undefined) } : json;
		return withoutEmpty(pick(all, (name) => !omit.includes(name)));
	};
	return output.map((item) => ({ ...item, json: compact(item.json) }));
}

const isFailure = (json: IDataObject): json is IDataObject & Failure =>
	typeof json.error === 'string' && typeof json.details === 'object';

const pick = (json: IDataObject, wanted: (name: string) => boolean): IDataObject =>
	Object.fromEntries(Object.entries(json).filter(([name]) => wanted(name)));

const withoutEmpty = (json: IDataObject): IDataObject =>
	pick(json, (name) => !isEmpty(json[name]) && !isEmptyList(json[name]));

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
