import { startSandbox, type Sandbox } from '../../sandbox/startSandbox.mts';
import type { SandboxOptions } from '../../sandbox/settings.mts';

/** One sandbox per test file, reset before each test. */
export function useSandbox(options: SandboxOptions = {}): () => Sandbox {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox(options);
	});
	beforeEach(() => sandbox.reset());
	afterAll(() => sandbox.close());
	return () => sandbox;
}
