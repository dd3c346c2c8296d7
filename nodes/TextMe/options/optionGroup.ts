import type { OptionGroup, Options, Values } from '../parameters/option';
import type { Parameters } from '../parameters/parameters';

/**
 * Options that form one value. It is made once for all items if none of them has an expression.
 * @param inner groups that `make` reads
 */
export function optionGroup<O extends Options, T>(
	options: O,
	make: (values: Values<O>, parameters: Parameters) => T,
	inner: Array<OptionGroup<unknown>> = [],
): OptionGroup<T> {
	const all = [...Object.values(options), ...inner.flatMap((group) => group.all)];
	return { own: Object.entries(options), all, make: make as OptionGroup<T>['make'] };
}
