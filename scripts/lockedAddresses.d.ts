export type LockedPackages = Record<
	string,
	{ name?: string; version: string; resolved?: string; link?: true }
>;

export function withAddresses(packages: LockedPackages, registry: string): LockedPackages;
