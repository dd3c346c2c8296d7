/** The statuses of an operation in the specification, success included, and a few of gateway-api, sections 2 and 6. */
const SPECIFIED: Readonly<Record<string, readonly number[]>> = {
	addNumBL: [946],
	addNumCL: [0, 2, 9, 511, 988],
	addSub: [0, 511, 990, 991, 992, 993, 994, 995, 996],
	balance: [0, 3, 10, 11, 503, 511],
	blacklist: [0, 2, 3, 10, 11, 511],
	bulk: [0, 4, 12, 515],
	cancel: [0, 955, 966, 970, 977],
	dlr: [0, 2, 3, 10, 11, 511],
	dlrByDate: [0, 2, 3, 10, 11, 511],
	getApiToken: [0, 3, 10, 11, 502, 503, 511],
	getCLbyID: [0, 988],
	// An operation of getApiToken: only the current token may be missing (gateway-api, section 2).
	getCurrent: [0, 3, 10, 11, 502, 503, 504, 511],
	newCL: [0, 2, 9, 511],
	removeCL: [0, 988],
	rmNumBL: [0, 944],
	rmNumCL: [0, 988],
	sms: [0, 4, 12, 515],
	validate_otp: [0, 12],
	verify_phone: [0, 9, 510, 511],
};

/** The statuses that the tests of an operation must meet: success when none is listed. */
export const specifiedStatuses = (root: string, operation: string): readonly number[] =>
	SPECIFIED[operation] ?? SPECIFIED[root] ?? [0];
