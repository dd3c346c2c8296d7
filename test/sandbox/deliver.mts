import type { Sandbox } from '../../sandbox/startSandbox.mts';
import { call, PHONE, smsTo, withId } from './call.mts';

/** Sends a text and lets its delivery report come. */
export async function deliver(sandbox: Sandbox, id = 'a', phone = PHONE): Promise<void> {
	await call(sandbox, 'sms', smsTo(withId(phone, id)));
	await sandbox.advanceClock(2_000);
}
