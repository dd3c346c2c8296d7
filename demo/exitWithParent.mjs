// Loaded into n8n with --import: its standard input is a pipe from whoever started it, which ends when that process is
// gone, even if it was killed and could stop nothing any more.
import { isMainThread } from 'node:worker_threads';

// Worker threads load this too, and have a standard input of their own that ends at once.
if (isMainThread) {
	// The whole process group, task runner included. Not gently: with nobody to write its log to, n8n hangs in that.
	process.stdin.resume().on('end', () => process.kill(-process.pid, 'SIGKILL'));
}
