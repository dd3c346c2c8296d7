/** Decodes the bytes of a body in the charset that its content type names; default: UTF-8. */
export function decoderFor(contentType: string): InstanceType<typeof TextDecoder> {
	const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
	try {
		return new TextDecoder(charset ?? 'utf-8');
	} catch {
		return new TextDecoder('utf-8');
	}
}
