import { passwordsIn } from '../../../gateway/wire/mask';
import type { GatewayTree } from '../../../gateway/values/tree';

test('passwords are found wherever they stand', () => {
	const details = { userDetails: { username: 'u', password: 's3cret' } };
	expect(passwordsIn(details)).toEqual(['s3cret']);
	const users = [{ password: 'a' }, { password: 12 }, 'password'];
	expect(passwordsIn({ users })).toEqual(['a', '12']);
	expect(passwordsIn({ password: ['a', { _: 'b', $: { password: 'c' } }] })).toEqual(['a', 'c']);
	expect(passwordsIn({ password: null, user: null } as unknown as GatewayTree)).toEqual([]);
	expect(passwordsIn({ password: undefined, user: { username: 'password' } })).toEqual([]);
});
