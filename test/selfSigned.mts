import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../demo/processGroup.mts';

/** Creates a key and a certificate for some host names, and returns their paths. */
export async function selfSigned(folder: string, names: string[]) {
	await mkdir(folder, { recursive: true });
	const key = join(folder, 'key.pem');
	const certificate = join(folder, 'certificate.pem');
	await run('openssl', [
		...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=test'],
		...['-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`],
		...['-keyout', key, '-out', certificate],
	]);
	return { key, certificate };
}
