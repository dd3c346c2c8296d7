import { call, PHONE, smsTo } from './call.mts';
import { useSandbox } from './useSandbox.mts';

const sandbox = useSandbox();

describe('voice', () => {
	const KOSHER = '0509999015';
	const KINDS: [number, string, string[]][] = [
		[2, PHONE, ['sms']],
		[2, KOSHER, ['voice']],
		[3, PHONE, ['sms', 'voice']],
		[3, KOSHER, ['sms', 'voice']],
		[4, PHONE, ['voice']],
	];
	test.each(KINDS)('type %s to %s is %j', async (type, phone, kinds) => {
		await call(
			sandbox(),
			'sms',
			smsTo(phone, { tts: { type, rate: -10, repeat: 1, voice: 'ymFemale' } }),
		);
		expect(
			sandbox()
				.messages()
				.map(({ kind }) => kind),
		).toEqual(kinds);
	});

	test('refuses texts to a filtered handset, and calls it', async () => {
		await call(sandbox(), 'sms', smsTo(KOSHER, { tts: { type: 3 } }));
		await sandbox().advanceClock(10_000);
		expect(sandbox().messages()).toMatchObject([
			{ kind: 'sms', dlr: 15, state: 'failed' },
			{ kind: 'voice', dlr: 102, state: 'delivered' },
		]);
	});
});
