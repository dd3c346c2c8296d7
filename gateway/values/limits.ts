// Source: specification, "Limits". Characters are UTF-16 code units.
export const MAX_MESSAGE_CHARACTERS = 1005;
export const MAX_SENDER_CHARACTERS = 11;
export const MAX_CAMPAIGN_NAME_CHARACTERS = 50;
/** `sms` objects in one bulk call. */
export const MAX_BULK_MESSAGES = 2500;
/** Days of `temp_bl`. */
export const TEMP_BLOCK_DAYS = { min: 1, max: 14 } as const;
/** Between `from` and `to`; dlr, dlrByDate. */
export const MAX_REPORT_WINDOW_DAYS = 7;
/** In one dlr request. */
export const MAX_REPORT_EXTERNAL_IDS = 1000;
/** Of a contact: `df1` to `df6`. */
export const DYNAMIC_FIELDS = 6;
/** 0 is normal. */
export const SPEECH_RATE = { min: -10, max: 10 } as const;
/** Contact lists in a send with `add_dynamic`, which takes no single phones. */
export const DYNAMIC_CONTACT_LISTS = 1;

// Source: gateway-api, section 4.
/** Tries before a one-time code is void (`max_tries`). */
export const OTP_TRIES = { min: 3, max: 5 } as const;
/** Minutes that a one-time code is valid (`valid_time`). */
export const OTP_VALID_MINUTES = { min: 1, max: 15 } as const;

// Assumption: ownLimits
// Our own limits: the service names none.
/** Of a reply, about 100,000 delivery reports. A text never has more characters than bytes. */
export const MAX_REPLY_BYTES = 32 * 1024 * 1024;
/**
 * The most that a push may hold: bytes (also of all fields together), values, levels of nesting, and events. Far above what the
 * service pushes: a stranger who finds the address must not stop n8n, fill its database or cause many texts. A larger push is
 * one unknown event.
 */
export const PUSH = { bytes: 256 * 1024, values: 1000, levels: 8, events: 10 } as const;
/** Of a received text, and of a text to send before it is read: ten times the longest message. */
export const MAX_TEXT_CHARACTERS = 10_000;
/** Of a text in any field: 10,000 phone numbers or a raw request fit. */
export const MAX_FIELD_CHARACTERS = 1_000_000;
/**
 * In one newCL, addNumCL or rmNumCL request. With all six fields the body has a few megabytes, which servers and proxies usually
 * accept within the timeout.
 */
export const MAX_CONTACTS_PER_CALL = 10_000;
/** In one removeCL request. */
export const MAX_DELETED_LISTS_PER_CALL = 1000;
/** In one addNumBL request. */
export const MAX_BLOCKED_PHONES_PER_CALL = 10_000;
/** Days to wait for a reply if no limit is set: every wait polls the gateway. */
export const REPLY_DAYS = 7;
export const MAX_REPLY_DAYS = 30;
