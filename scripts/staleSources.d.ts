export function staleSources(): string[];
