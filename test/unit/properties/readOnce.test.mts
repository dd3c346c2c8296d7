import { readPushBody } from '../../../gateway/pushBody';
import { findRecords } from '../../../gateway/records';

test('goes through a form with very many fields once', () => {
	const getAll = jest.spyOn(URLSearchParams.prototype, 'getAll');
	const form = Array.from({ length: 40_000 }, (_, n) => `k${n.toString(36)}=`).join('&');
	expect(Object.keys(readPushBody(Buffer.from(form)))).toHaveLength(40_000);
	expect(getAll.mock.calls.length).toBeLessThan(10);
	getAll.mockRestore();
});

test('100,000 records are gone through once', () => {
	const many = Array.from({ length: 100_000 }, (_, n) => ({
		phone: '0501234567',
		message: 'hi',
		n: String(n),
	}));
	const entries = jest.spyOn(Object, 'entries');
	expect(findRecords({ status: '0', days: { x1: many } }).records).toHaveLength(100_000);
	expect(entries.mock.calls.length).toBeLessThan(10 * 100_000);
	entries.mockRestore();
});
