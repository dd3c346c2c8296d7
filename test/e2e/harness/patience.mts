// Milliseconds. Starting n8n takes minutes on a busy machine. Waits inside have their own deadlines: `demo/until.mts`.
jest.setTimeout(1_800_000);
