declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	export function analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
