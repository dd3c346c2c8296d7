import { findRecords } from '../../../gateway/replies/records';

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
