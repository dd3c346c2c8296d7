import type { FaultSpec } from '../../sandbox/wire/faults.mts';

/** The answer to the fault tests' send when nothing is wrong. */
const REPLY = '{"status":0,"message":"SMS will be sent","shipment_id":"700001"}';
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
const WHOLE = exactly(REPLY);
const XML_WHOLE = exactly(XML_REPLY);
const row = (fault: FaultSpec, sends: 0 | 1, json: RegExp, xml = json): FaultRow => ({
	...{ fault, sends, json, xml },
});

export const FAULT_ROWS: readonly FaultRow[] = [
	row({ kind: 'noCredit' }, 0, /\b4\b[^]*Not enough credit/),
	row({ kind: 'optedOut' }, 0, /\b8\b[^]*All of the numbers are blocked/),
	row({ kind: 'senderNotVerified' }, 0, /\b515\b[^]*is not verified/),
	row({ kind: 'delay', ms: 5 }, 1, WHOLE, XML_WHOLE),
	row({ kind: 'slowHeaders', ms: 0 }, 1, WHOLE, XML_WHOLE),
	row({ kind: 'slowDrip', ms: 0 }, 1, WHOLE, XML_WHOLE),
	row({ kind: 'reset' }, 0, CUT),
	row({ kind: 'resetMidRequest' }, 0, CUT),
	row({ kind: 'resetMidReply' }, 0, /^cut short: /),
	row({ kind: 'httpStatus', status: 502 }, 0, PAGE),
	row({ kind: 'httpStatus', status: 429, body: 'json' }, 0, exactly('{"error":"unavailable"}')),
	row({ kind: 'html' }, 0, PAGE),
	row({ kind: 'empty' }, 0, /^$/),
	row(
		{ kind: 'truncated' },
		0,
		exactly(REPLY.slice(0, REPLY.length / 2)),
		exactly(XML_REPLY.slice(0, XML_REPLY.length / 2)),
	),
	row({ kind: 'wrongEncoding' }, 1, XML_WHOLE, WHOLE),
	row(
		{ kind: 'wrongCharset' },
		1,
		/"message":"\ufffd{6} \ufffd{6}"/,
		/<message>\ufffd{6} \ufffd{6}</,
	),
	row(
		{ kind: 'gigantic', megabytes: 1 },
		1,
		/^\{"status":0,[^}]*\} {1048576}$/,
		/<\/sms> {1048576}$/,
	),
	row({ kind: 'firewall' }, 0, /^<html>[^]*_Incapsula_Resource/),
	row({ kind: 'statusAsText' }, 1, exactly(REPLY.replace(':0,', ':"0",')), XML_WHOLE),
	row(
		{ kind: 'statusMissing' },
		0,
		exactly(REPLY.replace('"status":0,', '')),
		exactly(XML_REPLY.replace('<status>0</status>', '')),
	),
	row(
		{ kind: 'statusUnknown' },
		0,
		/^\{"status":4711,"message":"[^"]+"(,"shipment_id":"?\d+"?)?\}$/,
		/<sms><status>4711<\/status><message>[^<]+<\/message>(<shipment_id>\d+<\/shipment_id>)?<\/sms>$/,
	),
	row({ kind: 'statusNotANumber' }, 0, /^\{"status":"OK",/, /<status>OK<\/status>/),
	row(
		{ kind: 'wrapped' },
		1,
		exactly(`{"sms":${REPLY}}`),
		/<response><sms><status>0<.*<\/sms><\/response>$/,
	),
];
