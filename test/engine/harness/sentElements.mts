import type { IDataObject } from 'n8n-workflow';

import type { SandboxFixture } from './useSandbox.mts';

/** The root element of each JSON request to an operation, as sent. */
export const sentElements = ({ sandbox }: SandboxFixture, root: string): IDataObject[] =>
	sandbox.requests({ root }).map((request) => {
		const body = JSON.parse(request.body) as Record<string, IDataObject>;
		expect(Object.keys(body)).toEqual([root]);
		return body[root] ?? {};
	});

export function onlySentElement(fixture: SandboxFixture, root: string): IDataObject {
	expect(fixture.sandbox.requests()).toHaveLength(1);
	const [element] = sentElements(fixture, root);
	if (!element) throw new Error(`The only request was not for ${root}`);
	return element;
}
