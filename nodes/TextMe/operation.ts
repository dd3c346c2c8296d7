import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { GatewayTree } from '../../gateway/tree';
import type { Effect } from '../../gateway/status';
import type { Parameters } from './parameters';
import type { GatewayReply } from './request';

/**
 * One operation of the gateway as the user sees it and as it goes over the wire. Plain data plus functions that do no
 * I/O: the drop-downs, display options, router and documentation are made from it.
 */
export interface Operation<Body extends GatewayTree = GatewayTree> {
	/** Title Case, shown in the Operation drop-down. */
	name: string;
	value: string;
	/** Sentence case with its object, shown in the node list, e.g. `Send SMS`. */
	action: string;
	description: string;
	/** Name of the root element that selects the operation at the gateway. */
	root: string | ((parameters: Parameters) => string);
	/** `read` may be repeated, `write` and `send` only while the gateway cannot have seen the request. */
	effect: Effect;
	/** Shown in this order; display options are added by the assembler. */
	fields: INodeProperties[];
	/** Offered under "Options". */
	options?: INodeProperties[];
	/** The body below the root element, without `user`. Raises a NodeOperationError for what the gateway cannot take. */
	body(parameters: Parameters): Body;
	/** The simplified output. Without it the reply always comes out untouched. */
	output?(reply: GatewayReply, sent: Body, parameters: Parameters): IDataObject | IDataObject[];
	/** The external ids in a body, so that a send of unknown outcome can be looked up. */
	externalIds?(body: Body): string[];
	/** A sentence for the user about a reply that counts as success and still needs attention. */
	warning?(reply: GatewayReply): string | undefined;
}

export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}
