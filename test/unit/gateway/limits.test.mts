import * as limits from '../../../gateway/values/limits';

test('holds the limits of the specification, of the public record and our own', () => {
	expect(limits).toMatchObject({
		MAX_MESSAGE_CHARACTERS: 1005,
		MAX_SENDER_CHARACTERS: 11,
		MAX_CAMPAIGN_NAME_CHARACTERS: 50,
		MAX_BULK_MESSAGES: 2500,
		TEMP_BLOCK_DAYS: { min: 1, max: 14 },
		MAX_REPORT_WINDOW_DAYS: 7,
		MAX_REPORT_EXTERNAL_IDS: 1000,
		DYNAMIC_FIELDS: 6,
		SPEECH_RATE: { min: -10, max: 10 },
		DYNAMIC_CONTACT_LISTS: 1,
		OTP_TRIES: { min: 3, max: 5 },
		OTP_VALID_MINUTES: { min: 1, max: 15 },
		PUSH: { bytes: 262_144, values: 1000, levels: 8, events: 10 },
		MAX_TEXT_CHARACTERS: 10_000,
	});
});
