// Loaded into n8n with --import: ends n8n together with the process that started it. Standard input is a pipe from that
// process, which closes even if the process is killed.
import { isMainThread } from 'node:worker_threads';

// Worker threads load this too, and their own standard input closes at once.
if (isMainThread) {
	// Kills the whole process group, including the task runner. After a gentler signal n8n hangs, because nobody reads its log.
	process.stdin.resume().on('end', () => process.kill(-process.pid, 'SIGKILL'));
}
