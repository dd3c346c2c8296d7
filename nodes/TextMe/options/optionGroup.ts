import type { Parameters } from '../parameters/parameters';
import type { OptionGroup, Readers, Values } from '../parameters/readings';
import { isEmpty } from '../parameters/readings';

/**
 * The schema of a group of options. Its value is made once for all items while none of its options holds an expression.
 *
 * @param inner groups that `make` reads
 */
export function optionGroup<R extends Readers, T>(
	readers: R,
	make: (values: Values<R>, parameters: Parameters) => T,
	inner: Array<OptionGroup<unknown>> = [],
): OptionGroup<T> {
	const own = Object.keys(readers);
	const names = [...own, ...inner.flatMap((group) => group.names)];
	return { readers, own, names, make: make as OptionGroup<T>['make'] };
}

/** Reads an option. An empty one counts as not added. */
export const unlessEmpty = <V, T>(read: (value: V, now: number) => T) =>
	Object.assign(
		(value: V, now: number): T | undefined => (isEmpty(value) ? undefined : read(value, now)),
		{ takesEmpty: true as const },
	);
