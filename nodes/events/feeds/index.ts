import type { Alert } from './alert';
import { blocklistAddition } from './blocklistAddition';
import { deliveryReport } from './deliveryReport';
import type { Feed } from './feed';
import { incomingMessage } from './incomingMessage';
import { lowBalance } from './lowBalance';
import { tokenExpires } from './tokenExpires';

/** Every feed. If a push may belong to several, the first one here counts. */
export const FEEDS: readonly Feed[] = [deliveryReport, incomingMessage, blocklistAddition];

/** Every alert of an account, for the Polling Trigger. */
export const ALERTS: readonly Alert[] = [lowBalance, tokenExpires];
