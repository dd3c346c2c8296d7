import { InputError, quoted, requiredText } from './checks';
import { list } from './lists';

/**
 * The ID of a campaign, shipment or contact list: digits. Source: specification, "Campaign"; gateway-api, sections 3 and 6.
 * The shipment ID of a send is very likely a campaign ID, but this is not documented.
 * @throws InputError also for a spreadsheet's 21,501 and 2.1501E+04, which may have lost digits
 */
export function readId(value: unknown, whatToDo = 'enter an ID'): string {
	const id = requiredText(value, whatToDo);
	const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
	if (/^\d+$/.test(id) && /[1-9]/.test(id) && isExact) return id;
	throw new InputError(`is not an ID (${quoted(id)}); use digits only`);
}

/** Either one number with a separator of thousands, or several IDs. */
const IN_THOUSANDS = /^\d{1,3}(?:,\d{3})+$/;

/**
 * The IDs of a field, without duplicates.
 * @throws InputError for `21,501`, which may be one ID or two
 */
export function listOfIds(value: unknown): string[] {
	const cells = Array.isArray(value) ? [] : String(value).split(/[;\n\r]|,\s/);
	const unclear = cells.map((cell) => cell.trim()).find((cell) => IN_THOUSANDS.test(cell));
	if (unclear === undefined) return [...new Set(list(value))];
	throw new InputError(
		`has ${quoted(unclear)}, which may be one ID or several; write it without commas, or several with a space after each comma`,
	);
}
