/** The `pairedItem` of each output item, when `count` input items have one each. */
export const pairs = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));
