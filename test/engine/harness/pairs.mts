/** What one output item for each of so many input items is paired with. */
export const pairs = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));
