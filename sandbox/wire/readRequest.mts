import { isTree, many, type Tree } from './tree.mts';
import { readXml } from './xml.mts';

export type Encoding = 'json' | 'xml';

export interface ReadRequest {
	encoding: Encoding;
	/** Undefined if the body could not be parsed (status 1). */
	root: string | undefined;
	body: Tree;
}

/** The header decides how to read the body. Without it, XML, as some clients send it (gateway-api 1). */
function encodingOf(contentType: string | undefined): Encoding {
	return /json/i.test(contentType ?? '') ? 'json' : 'xml';
}

function parsed(source: string, encoding: Encoding): unknown {
	try {
		return encoding === 'json' ? JSON.parse(source) : readXml(source);
	} catch {
		return undefined;
	}
}

export function readRequest(source: string, contentType: string | undefined): ReadRequest {
	const encoding = encodingOf(contentType);
	const tree = parsed(source, encoding);
	const roots = isTree(tree) ? Object.keys(tree) : [];
	const [root] = roots;
	if (root === undefined || roots.length > 1) return { encoding, root: undefined, body: {} };
	const [body, second] = many(tree, root);
	// `{"sms": [{…}, {…}]}` repeats one root. Handlers see this, because a send then answers 7.
	const repeated = second === undefined ? undefined : { repeated: true };
	return { encoding, root, body: { ...(isTree(body) ? body : {}), ...repeated } };
}
