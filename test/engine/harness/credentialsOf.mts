import { getAdditionalKeys } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type INodeCredentialsDetails,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
	type NodeParameterValueType,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { textMePackage } from './textMePackage.mts';
import { withExpressions } from './withExpressions.mts';

/** As far as nodes use n8n's helper: gives a node these credential values and applies the package's own `authenticate`. */
export class CredentialsOf {
	constructor(private readonly values: ICredentialDataDecryptedObject) {}

	getParentTypes = () => [];

	isCredentialUsableByNode = () => true;

	preAuthentication = () => undefined;

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { credentialTypes } = await textMePackage();
		const authenticate = credentialTypes[typeName]?.type.authenticate;
		if (typeof authenticate !== 'function') throw new Error('authenticate is not a function');
		return await authenticate(credentials, request);
	}

	/** Evaluates expressions as n8n does (2.41.1, `applyDefaultsAndOverwrites`): for an item of a run, or without a run. */
	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		_: INodeCredentialsDetails,
		__: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		___?: boolean,
		resolve?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const values = { ...this.values };
		if (!/":"=/.test(JSON.stringify(values))) return values;
		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		if (resolve) {
			return resolve.workflow.expression.getParameterValue(
				...([
					values as NodeParameterValueType,
					resolve.runExecutionData,
					resolve.runIndex,
				] as const),
				...([resolve.itemIndex, resolve.node.name, resolve.connectionInputData, mode] as const),
				...([keys, executeData, false, values] as const),
			) as ICredentialDataDecryptedObject;
		}
		const node = {
			...{ id: '1', name: 'Mock', type: 'test.start', typeVersion: 1, parameters: {} },
			position: [0, 0] as [number, number],
		};
		const { nodeTypes } = await textMePackage();
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		return await withExpressions(workflow, () =>
			Promise.resolve(
				workflow.expression.getComplexParameterValue(
					...([node, values as INodeParameters, mode, keys] as const),
					...([undefined, undefined, values] as const),
				) as ICredentialDataDecryptedObject,
			),
		);
	}
}
