/**
 * The roots that reach nobody: they read, or change what is kept in the account. An unknown root may do anything
 * (specification, Endpoints; gateway-api, sections 4 to 9).
 */
const HARMLESS: ReadonlySet<string> = new Set([
	...['getApiToken', 'cancel', 'getVerifiedPhones', 'addSub', 'updateAmountSub', 'getBlanceSubs'],
	...['blacklist', 'addNumBL', 'rmNumBL', 'dlr', 'dlrByDate', 'incoming', 'balance'],
	...['newCL', 'removeCL', 'addNumCL', 'rmNumCL', 'getCL', 'getCLbyID'],
	...['get_birthday_campaigns', 'edit_birthday_campaign', 'validate_otp'],
]);

/** Whether a rehearsal may make a request with this root as it is. */
export const isHarmless = (root: string): boolean => HARMLESS.has(root);
