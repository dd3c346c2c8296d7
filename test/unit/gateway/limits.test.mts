import { PUSH } from '../../../gateway/values/limits';

test('holds our own limits of a push', () => {
	expect(PUSH).toEqual({ bytes: 262_144, values: 1000, levels: 8, events: 10 });
});
