import type { INodeParameters, IRun } from 'n8n-workflow';
import { call, smsTo, withId } from '../../sandbox/call.mts';
import { eventsOf, TriggerHost, type HostOptions } from './triggerHost.mts';
import type { SandboxFixture } from './useSandbox.mts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * Polling triggers, with a new workflow per test, because triggers remember by workflow. Time advances only when a test says
 * so, here and in the sandbox.
 */
export function usePollingTriggers(fixture: SandboxFixture) {
	let workflows = 0;
	let workflowId: string;
	let now: number;
	beforeEach(() => {
		workflowId = `polling-${++workflows}`;
		now = fixture.sandbox.clock().now;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
	});
	const start = (parameters: INodeParameters = {}, options: Partial<HostOptions> = {}) =>
		TriggerHost.start({
			type: 'textMePollingTrigger',
			parameters: {
				events: ['deliveryReport', 'incomingMessage', 'blocklistAddition'],
				...parameters,
			},
			credentials: fixture.credentials(),
			workflowId,
			...options,
		});

	async function sendTo(phone: string, externalId: string): Promise<void> {
		const { fields } = await call(fixture.sandbox, 'sms', smsTo([withId(phone, externalId)]));
		expect(fields).toMatchObject({ status: 0 });
	}

	const pass = async (ms: number): Promise<void> => {
		now += ms;
		await fixture.sandbox.setClock(now);
	};

	/** One person gets a message, one writes, one opts out. */
	const oneOfEach = async (n = 1): Promise<void> => {
		const { sandbox } = fixture;
		const { username } = sandbox.account;
		await sendTo(`050100000${n}`, `report-${n}`);
		sandbox.handsetReply({ phone: `050200000${n}`, text: `reply ${n}`, username });
		sandbox.optOut({ phone: `05030000${n}0`, username });
	};

	return {
		start,
		sendTo,
		pass,
		oneOfEach,

		/** A trigger that has polled once, so that it knows from when on events are new. */
		active: async (...of: Parameters<typeof start>) => {
			const trigger = await start(...of);
			await trigger.poll();
			return trigger;
		},

		/** `oneOfEach`, a minute ago. */
		oneOfEachArrives: async (n?: number): Promise<void> => {
			await oneOfEach(n);
			await pass(MINUTE);
		},

		/** The trigger after a restart of n8n, with n8n's stored static data. */
		restart: async ({ staticData }: TriggerHost): Promise<TriggerHost> => {
			const restarted = await start({}, { isolated: true });
			Object.assign(restarted.staticData, structuredClone(staticData));
			return restarted;
		},
	};
}

export const eventNames = (run: IRun | null | undefined) => eventsOf(run).map(({ event }) => event);
