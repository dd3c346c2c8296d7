// Starting an n8n takes minutes on a busy machine. What is waited for in it has deadlines of its own: `demo/until.mts`.
jest.setTimeout(1_800_000);
