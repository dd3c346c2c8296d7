/** An HTTP answer before it is put on the wire. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
}

export function answer(status: number, contentType: string, body: string): Answer {
	return { status, headers: { 'content-type': contentType }, body: Buffer.from(body) };
}

/** Imperva's firewall answers like this, with HTTP 200 (gateway-api, section 15, row 4). */
export const FIREWALL_PAGE =
	'<html><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"></head><iframe src="/_Incapsula_Resource?SWUDNSAI=9&incident_id=1234000560078-900" width="100%">Request unsuccessful. Incapsula incident ID: 1234000560078-900</iframe></html>\n';

export const ERROR_PAGE =
	'<!DOCTYPE html>\n<html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>\n';
