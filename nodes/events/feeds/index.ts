import { blocklistAddition } from './blocklistAddition';
import { deliveryReport } from './deliveryReport';
import type { Feed } from './feed';
import { incomingMessage } from './incomingMessage';

/** If a push could belong to several feeds, the first here counts. */
export const FEEDS: readonly Feed[] = [deliveryReport, incomingMessage, blocklistAddition];
