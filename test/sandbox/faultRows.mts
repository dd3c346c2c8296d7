import type { FaultSpec } from '../../sandbox/wire/faults.mts';

/** The answer to the fault tests' send when nothing is wrong. */
export const REPLY = '{"status":0,"message":"SMS will be sent","shipment_id":"700001"}';
const XML_REPLY =
	'<?xml version="1.0" encoding="UTF-8"?>\n<sms><status>0</status><message>SMS will be sent</message><shipment_id>700001</shipment_id></sms>';
const PAGE = /^<!DOCTYPE html>[^]*<\/html>\n$/;
const CUT = /^cut short: (ECONNRESET|UND_ERR_SOCKET)$/;

export interface FaultRow {
	fault: FaultSpec;
	/** Messages sent if no phase is given. */
	sends: 0 | 1;
	json: RegExp;
	xml: RegExp;
}

const exactly = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
const both = (pattern: RegExp) => ({ json: pattern, xml: pattern });
const whole = { json: exactly(REPLY), xml: exactly(XML_REPLY) };

export const FAULT_ROWS: readonly FaultRow[] = [
	{ fault: { kind: 'noCredit' }, sends: 0, ...both(/\b4\b[^]*Not enough credit/) },
	{ fault: { kind: 'optedOut' }, sends: 0, ...both(/\b8\b[^]*All of the numbers are blocked/) },
	{ fault: { kind: 'senderNotVerified' }, sends: 0, ...both(/\b515\b[^]*is not verified/) },
	{ fault: { kind: 'delay', ms: 5 }, sends: 1, ...whole },
	{ fault: { kind: 'slowHeaders', ms: 0 }, sends: 1, ...whole },
	{ fault: { kind: 'slowDrip', ms: 0 }, sends: 1, ...whole },
	{ fault: { kind: 'reset' }, sends: 0, ...both(CUT) },
	{ fault: { kind: 'resetMidRequest' }, sends: 0, ...both(CUT) },
	{ fault: { kind: 'resetMidReply' }, sends: 0, ...both(/^cut short: /) },
	{ fault: { kind: 'httpStatus', status: 502 }, sends: 0, ...both(PAGE) },
	{
		fault: { kind: 'httpStatus', status: 429, body: 'json' },
		sends: 0,
		...both(exactly('{"error":"unavailable"}')),
	},
	{ fault: { kind: 'html' }, sends: 0, ...both(PAGE) },
	{ fault: { kind: 'empty' }, sends: 0, ...both(/^$/) },
	{
		fault: { kind: 'truncated' },
		sends: 0,
		json: exactly(REPLY.slice(0, REPLY.length / 2)),
		xml: exactly(XML_REPLY.slice(0, XML_REPLY.length / 2)),
	},
	{ fault: { kind: 'wrongEncoding' }, sends: 1, json: whole.xml, xml: whole.json },
	{
		fault: { kind: 'wrongCharset' },
		sends: 1,
		json: /"message":"\ufffd{6} \ufffd{6}"/,
		xml: /<message>\ufffd{6} \ufffd{6}</,
	},
	{
		fault: { kind: 'gigantic', megabytes: 1 },
		sends: 1,
		json: /^\{"status":0,[^}]*\} {1048576}$/,
		xml: /<\/sms> {1048576}$/,
	},
	{ fault: { kind: 'firewall' }, sends: 0, ...both(/^<html>[^]*_Incapsula_Resource/) },
	{
		fault: { kind: 'statusAsText' },
		sends: 1,
		json: exactly(REPLY.replace(':0,', ':"0",')),
		xml: whole.xml,
	},
	{
		fault: { kind: 'statusMissing' },
		sends: 0,
		json: exactly(REPLY.replace('"status":0,', '')),
		xml: exactly(XML_REPLY.replace('<status>0</status>', '')),
	},
	{
		fault: { kind: 'statusUnknown' },
		sends: 0,
		json: /^\{"status":4711,"message":"[^"]+"(,"shipment_id":"?\d+"?)?\}$/,
		xml: /<sms><status>4711<\/status><message>[^<]+<\/message>(<shipment_id>\d+<\/shipment_id>)?<\/sms>$/,
	},
	{
		fault: { kind: 'statusNotANumber' },
		sends: 0,
		json: /^\{"status":"OK",/,
		xml: /<status>OK<\/status>/,
	},
	{
		fault: { kind: 'wrapped' },
		sends: 1,
		json: exactly(`{"sms":${REPLY}}`),
		xml: /<response><sms><status>0<.*<\/sms><\/response>$/,
	},
];
