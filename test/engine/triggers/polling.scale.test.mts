import { createServer, type Server } from 'node:http';

import { writeTime } from '../../../sandbox/israelTime.mts';
import { listening } from '../../listening.mts';
import { HOUR, MINUTE, usePollingTriggers } from '../harness/pollingTriggers.mts';
import { useRememberedKeys } from '../harness/rememberedKeys.mts';
import { eventsOf, type TriggerHost } from '../harness/triggerHost.mts';
import { useSandbox } from '../harness/useSandbox.mts';

const COUNT = 25_000;

useRememberedKeys();
const fixture = useSandbox();
const { start, restart, pass } = usePollingTriggers(fixture);

/** A gateway with a campaign's reports, which learns more of them before each poll. */
class Campaign {
	known = 0;
	private server!: Server;
	private readonly date = writeTime(Date.now(), 'minute');

	async listen(): Promise<string> {
		this.server = createServer((request, response) => {
			let body = '';
			request.on('data', (chunk) => (body += String(chunk)));
			request.on('end', () => response.end(this.reply(body)));
		});
		return await listening(this.server);
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}

	private reply(body: string): string {
		const [from = '', to = ''] = ['from', 'to'].map((name) =>
			sortable(new RegExp(`"${name}":"([^"]+)"`).exec(body)?.[1] ?? ''),
		);
		const isAsked = from <= sortable(this.date) && sortable(this.date) <= to;
		const records = Array.from(
			{ length: isAsked ? this.known : 0 },
			(_, n) =>
				`{"external_id":"m${n}","phone":"05${10_000_000 + n}","status":102,"date":"${this.date}","shipment_id":1}`,
		);
		return `{"status":0,"transactions":[${records.join()}]}`;
	}
}

/** `dd/mm/yy hh:mm` as text that sorts by time. */
const sortable = (date: string) => date.replace(/(\d\d)\/(\d\d)\/(\d\d)/, '$3$2$1');

test('25,000 reports with default options come once each, also when n8n restarts, and with the long looks back', async () => {
	const campaign = new Campaign();
	const credentials = { ...fixture.credentials(), baseUrl: await campaign.listen() };
	const seen = new Map<unknown, number>();
	const poll = async (trigger: TriggerHost) => {
		for (const { externalId } of eventsOf(await trigger.poll())) {
			seen.set(externalId, (seen.get(externalId) ?? 0) + 1);
		}
	};
	try {
		const parameters = { events: ['deliveryReport'] };
		let trigger = await start(parameters, { credentials });
		await poll(trigger);
		for (const share of [0.5, 1]) {
			campaign.known = COUNT * share;
			await pass(MINUTE);
			await poll(trigger);
		}
		await pass(HOUR);
		await poll(trigger);
		trigger = await restart(trigger.staticData, parameters, { credentials });
		for (const ms of [MINUTE, HOUR, 24 * HOUR]) {
			await pass(ms);
			await poll(trigger);
		}
		expect(seen.size).toBe(COUNT);
		expect([...new Set(seen.values())]).toEqual([1]);
		expect(JSON.stringify(trigger.staticData).length).toBeLessThan(12 * COUNT);
	} finally {
		campaign.close();
	}
});
