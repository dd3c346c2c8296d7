// The other units know n8n's pauses and memory as they are.
if (expect.getState().testPath.includes('/engine/')) require('./engine/harness/asInN8n.mts');
