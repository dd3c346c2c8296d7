/** Tells this process from others, e.g. the main process of queue mode from its workers. */
export const PROCESS_ID = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
/** When this process began to work (milliseconds since 1970). */
export const STARTED_AT = Date.now();
