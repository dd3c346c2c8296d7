/** GitHub's addresses of a page's headings. */
export const anchorsOf = (page: string): string[] =>
	[...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(' ', '-'),
	);
