/** An HTTP answer before it is put on the wire. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
}

export function answer(status: number, contentType: string, body: string): Answer {
	return { status, headers: { 'content-type': contentType }, body: Buffer.from(body) };
}

export const ERROR_PAGE =
	'<!DOCTYPE html>\n<html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>\n';
