// Loaded into n8n with --import: ends n8n with the process that started it. Standard input is a pipe from that process, which
// ends even if the process is killed and cannot stop n8n itself.
import { isMainThread } from 'node:worker_threads';

// Worker threads load this too, and have a standard input of their own that ends at once.
if (isMainThread) {
	// Kills the whole process group, task runner included. After a gentler signal n8n hangs, since nobody reads its log.
	process.stdin.resume().on('end', () => process.kill(-process.pid, 'SIGKILL'));
}
