/** Characters (UTF-16 code units) of a message body; sms, bulk, tts. Source: specification, "Limits". */
export const MAX_MESSAGE_CHARACTERS = 1005;

/** Characters of a sender; sms, bulk, tts. Source: specification, "Limits". */
export const MAX_SENDER_CHARACTERS = 11;

/** Characters of a campaign name; sms, bulk. Source: specification, "Limits". */
export const MAX_CAMPAIGN_NAME_CHARACTERS = 50;

/** `sms` objects in one bulk call. Source: specification, "Limits". */
export const MAX_BULK_MESSAGES = 2500;

/** Days of `temp_bl`; sms, bulk. Source: specification, "Limits". */
export const TEMP_BLOCK_DAYS = { min: 1, max: 14 } as const;

/** Days between `from` and `to`; dlr, dlrByDate. Source: specification, "Limits". */
export const MAX_REPORT_WINDOW_DAYS = 7;

/** External ids in one dlr request. Source: specification, "Limits". */
export const MAX_REPORT_EXTERNAL_IDS = 1000;

/** Dynamic fields of a contact (`df1` to `df6`). Source: specification, "Limits". */
export const DYNAMIC_FIELDS = 6;

/** Speech speed of a voice message; 0 is normal. Source: specification, "Limits". */
export const SPEECH_RATE = { min: -10, max: 10 } as const;

/** Contact lists in a send with `add_dynamic`, which takes no single phones. Source: specification, "Limits". */
export const DYNAMIC_CONTACT_LISTS = 1;

/** Tries before a one-time code is void (`max_tries`). Source: gateway-api, section 4. */
export const OTP_TRIES = { min: 3, max: 5 } as const;

/** Minutes a one-time code is valid (`valid_time`). Source: gateway-api, section 4. */
export const OTP_VALID_MINUTES = { min: 1, max: 15 } as const;

/**
 * Bytes of a reply that we read (about 100,000 delivery reports). A text never has more characters than bytes.
 * Our own limit: the gateway names none.
 */
export const MAX_REPLY_BYTES = 32 * 1024 * 1024;

/**
 * The most that a push may hold: bytes (also of all fields together), values, levels of nesting, and events. Our own limits,
 * far above what the service pushes: a stranger who finds the address must not stop n8n, fill its database or cause many texts.
 * A larger push is one unknown event.
 */
export const PUSH = { bytes: 256 * 1024, values: 1000, levels: 8, events: 10 } as const;

/** Characters of a received text, and of a text to send before it is read. Our own limit, ten times the longest message. */
export const MAX_TEXT_CHARACTERS = 10_000;

// Assumption: ownLimits
/**
 * Contacts in one newCL, addNumCL or rmNumCL request. Our own limit, since the gateway names none: with all six fields the
 * body has a few megabytes, which servers and proxies usually accept within the timeout.
 */
export const MAX_CONTACTS_PER_CALL = 10_000;

/** Contact lists in one removeCL request. Our own limit, since the gateway names none. */
export const MAX_DELETED_LISTS_PER_CALL = 1000;

/** Phones in one addNumBL request. Our own limit, chosen as for contacts. */
export const MAX_BLOCKED_PHONES_PER_CALL = 10_000;

/** Days to wait for a reply if no limit is set. Our own limit, since every wait polls the gateway. */
export const REPLY_DAYS = 7;
/** The most days to wait for a reply by text. Our own limit. */
export const MAX_REPLY_DAYS = 30;

/** Of a text in any field, our own: 10,000 phone numbers or a raw request fit. */
export const MAX_FIELD_CHARACTERS = 1_000_000;
