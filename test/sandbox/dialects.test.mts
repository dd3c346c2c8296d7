import { dialectNamed, DIALECTS } from '../../sandbox/dialects.mts';
import { startSandbox } from '../../sandbox/startSandbox.mts';
import { call } from './call.mts';

test('refuses an unknown dialect with the names of those there are', () => {
	expect(() => dialectNamed('klingon')).toThrow(/"klingon"; use one of: documented, renamed/);
});

const listOf = async (dialect: string) => {
	const sandbox = await startSandbox({ dialect });
	try {
		return (await call(sandbox, 'getCL', {})).fields;
	} finally {
		await sandbox.close();
	}
};

test('answers for the same account in another shape', async () => {
	const { contact_lists: lists } = await listOf('documented');
	expect((await listOf('keyed')).contact_lists).toEqual(
		Object.fromEntries((lists as object[]).map((list, at) => [`n${at + 1}`, list])),
	);
	expect(await listOf('containers')).toMatchObject({
		status: 0,
		data: { newer: expect.any(Array) as unknown[] },
	});
});

test('every dialect says what it is', () => {
	for (const { what } of Object.values(DIALECTS)) expect(what).toMatch(/./);
});
