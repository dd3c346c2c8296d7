import type { WorkflowFile } from '../demo/n8nRest.mts';
import type { Contestant } from './contestants.mts';

export type CredentialIds = Record<string, { id: string; name: string }>;

/** Costs little itself: answers when it has ended, stores nothing, and gets its items in one request. */
export function sendWorkflow(
	{ id, node }: Pick<Contestant, 'id'> & { node?: Contestant['node'] },
	peopleUrl: string,
	credentials: CredentialIds,
): WorkflowFile {
	const { credential, ...sender } = node ?? {
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		parameters: {},
		credential: '',
	};
	const known = credentials[credential];
	return {
		name: id,
		nodes: [
			{
				id: `${id}-start`,
				name: 'Start',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				webhookId: id,
				parameters: {
					httpMethod: 'POST',
					path: id,
					responseMode: 'lastNode',
					responseData: 'noData',
					options: {},
				},
			},
			{
				id: `${id}-people`,
				name: 'People',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [200, 0],
				parameters: { url: `=${peopleUrl}/?items={{ $json.query.items }}`, options: {} },
			},
			{
				id: `${id}-send`,
				name: 'Send',
				position: [400, 0],
				...sender,
				parameters: { ...sender.parameters },
				...(known && { credentials: { [credential]: known } }),
			},
		],
		connections: {
			Start: { main: [[{ node: 'People', type: 'main', index: 0 }]] },
			People: { main: [[{ node: 'Send', type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	};
}
