import { blocklistAddition } from './blocklistFeed';
import { deliveryReport } from './deliveryReportFeed';
import type { Feed } from './feed';
import { incomingMessage } from './incomingMessageFeed';

/** If a push could belong to several feeds, the first here counts. */
export const FEEDS: readonly Feed[] = [deliveryReport, incomingMessage, blocklistAddition];
