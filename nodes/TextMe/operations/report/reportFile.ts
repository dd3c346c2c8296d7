import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { summarizeCampaign } from './summarizeCampaign';

/** Adds the page of each summary as a file, `report`: n8n shows a file with a click on View, and mails it as an attachment. */
export async function withReportFiles(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	if (context.getNodeParameter('operation', 0) !== summarizeCampaign.value) return items;
	for (const item of items) {
		const { html, campaign } = item.json;
		if (typeof html !== 'string') continue;
		const page = Buffer.from(html, 'utf8');
		const file = await context.helpers.prepareBinaryData(page, fileName(campaign), SERVED_AS);
		item.binary = { report: { ...file, fileType: 'html' } };
	}
	return items;
}

/** n8n serves no HTML, and has no View for it since 2.41. It shows plain text whose type is `html` as a page, in a sandbox. */
const SERVED_AS = 'text/plain';

/** No system takes a longer name, or other characters. */
const fileName = (campaign: unknown) =>
	`Campaign report ${String(campaign)
		.replace(/[^\p{L}\p{N} ,-]/gu, '_')
		.slice(0, 80)}.html`;
