/** Tells whether two parts of our code run in the same process: in queue mode a worker is another one. */
export const PROCESS_ID = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
