/** The `pairedItem` of each output item, if each input item has one. */
export const pairs = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));
