/** The `pairedItem` of the output items, when each of `count` input items has one. */
export const pairs = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));
