import { blocklistAddition } from './blocklistAddition';
import { deliveryReport } from './deliveryReport';
import type { Feed } from './feed';
import { incomingMessage } from './incomingMessage';

/** Every feed. Where a push may be of several, the first one here counts. */
export const FEEDS: readonly Feed[] = [deliveryReport, incomingMessage, blocklistAddition];
