import type { Sandbox } from '../../../sandbox/startSandbox.mts';
import { call, type Fields } from '../../sandbox/call.mts';

export async function oneContactList(sandbox: Sandbox, ...contacts: Fields[]): Promise<string> {
	const cl = { name: 'Customers', destinations: { destination: contacts } };
	const { fields } = await call(sandbox, 'newCL', { cl });
	return String(fields.identifiers);
}
