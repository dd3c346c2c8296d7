import { balance } from './balance.mts';
import { bulk } from './bulk.mts';
import { cancel } from './cancel.mts';
import { dlr } from './dlr.mts';
import { dlrByDate } from './dlrByDate.mts';
import { getApiToken } from './getApiToken.mts';
import type { Root } from './root.mts';
import { sms } from './sms.mts';

/** The operation is chosen by the name of the root element (specification, Common request rules). */
export const ROOTS: ReadonlyMap<string, Root> = new Map<string, Root>(
	Object.entries({
		sms,
		bulk,
		cancel,
		dlr,
		dlrByDate,
		balance,
		getApiToken,
	}),
);
