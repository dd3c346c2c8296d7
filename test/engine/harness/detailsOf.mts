import type { IDataObject } from 'n8n-workflow';

/** What a row of a send says besides its outcome; empty if there is nothing. */
export const detailsOf = (json: IDataObject = {}): IDataObject =>
	(json.details ?? {}) as IDataObject;
