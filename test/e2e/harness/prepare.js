const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { join } = require('node:path');
const freshDist = require('../../freshDist.js');

/** Packs, and starts what scenarios share. The child process ends with this one, and does not keep it alive. */
module.exports = async () => {
	freshDist();
	const script = join(__dirname, 'preparedN8n.mts');
	const child = spawn(process.execPath, ['--import', 'tsx', script], {
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const ended = once(child, 'exit').then(([code]) => {
		throw new Error(`No n8n could be prepared: exit code ${code}`);
	});
	const [begun] = await Promise.race([once(child, 'message'), ended]);
	ended.catch(() => undefined);
	process.env.TEXTME_PREPARED_N8N = JSON.stringify(begun);
	child.unref();
	child.channel.unref();
};
