import type { GatewayTree } from './tree';

/** The one secret that requests carry. Source: specification, "addSub". */
const PASSWORD = 'password';

/** The passwords in a body of any form. */
export function passwordsIn(body: GatewayTree): string[] {
	return Object.entries(body).flatMap(([name, value]) => {
		const children = (Array.isArray(value) ? value : [value]) as unknown[];
		return children.flatMap((child) => {
			if (typeof child === 'object' && child !== null) return passwordsIn(child as GatewayTree);
			return name === PASSWORD && child !== undefined && child !== null ? [String(child)] : [];
		});
	});
}
