import { blocklistAddition } from './blocklistAddition';
import { deliveryReport } from './deliveryReport';
import type { Feed } from './feed';
import { incomingMessage } from './incomingMessage';

/** Every feed. If a push may belong to several, the first one here counts. */
export const FEEDS: readonly Feed[] = [deliveryReport, incomingMessage, blocklistAddition];
