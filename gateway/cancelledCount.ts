/**
 * How many campaigns a reply says were cancelled, `undefined` when it does not tell. Where the count stands is not shown:
 * that it is the only number of the text is a guess (gateway-api, section 5, "cancel").
 *
 * @param name the campaign name that was asked for; digits of its own are no count
 */
export function cancelledCount(message: string, name: string): number | undefined {
	const [count, ...others] = message.split(name).join(' ').match(/\d+/g) ?? [];
	return count === undefined || others.length > 0 ? undefined : Number(count);
}
