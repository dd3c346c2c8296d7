import { eventId } from '../../../gateway/eventId';
import { readFields } from '../../../gateway/fields';

const idOf = (who: string) => eventId('deliveryReport', who, ['102'], readFields({ who }));

test('an id stays short however much is pushed, and different events keep different ids', () => {
	const long = 'x'.repeat(256_000);
	expect(idOf(long).length).toBeLessThan(60);
	expect(idOf(long)).toBe(idOf(long));
	expect(idOf(long)).not.toBe(idOf(`${long}x`));
});

test('what is no longer than a reference may be is readable in it', () => {
	expect(idOf('order-1042')).toBe('deliveryReport|order-1042|102');
	expect(idOf('y'.repeat(200))).toContain('y'.repeat(200));
});

test('a part cannot pass for two', () => {
	expect(idOf('a|b')).toBe('deliveryReport|a\\|b|102');
});
