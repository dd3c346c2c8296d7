import { output } from '../../../demo/n8nRest.mts';
import { call } from '../../sandbox/call.mts';
import { byHand, carriedOut, chosen, textMe } from '../harness/byHand.mts';
import { sharedScenario } from '../harness/realN8n.mts';
import { createTextMeCredential } from '../harness/triggerWorkflow.mts';

const CONTACTS = 10_000;
const person = (n: number, name = `Person ${n}`) => ({ phone: `050${1_000_000 + n}`, name });

/** Every hundredth contact has another name, 500 are gone and 300 are new. */
const rows = Array.from({ length: CONTACTS - 200 }, (_, at) => {
	const n = at + 500;
	return person(n, n < CONTACTS && n % 100 === 0 ? 'Somebody else' : undefined);
});

/** Syncs a list of 10,000 contacts with a sheet, and then with one that has lost most of its rows. */
await sharedScenario(async ({ rest, sandbox }) => {
	const credential = await createTextMeCredential(rest, sandbox);
	const destination = Array.from({ length: CONTACTS }, (_, n) => ({
		phone: person(n).phone,
		df1: person(n).name,
	}));
	const { fields } = await call(sandbox, 'newCL', {
		cl: { name: 'Sheet', destinations: { destination } },
	});
	const list = String(fields.identifiers);

	async function sync(name: string, items: Array<Record<string, unknown>>, options: object = {}) {
		const before = sandbox.requests().at(-1)?.id ?? 0;
		const node = textMe('Sync', credential, {
			resource: 'contactList',
			operation: 'sync',
			contactList: chosen(list),
			phones: '={{ $json.phone }}',
			contactFields: { df1: '={{ $json.name }}' },
			options,
		});
		const began = Date.now();
		const execution = await carriedOut(rest, byHand(name, [node], items));
		const [{ changes, ...counts } = { changes: [] }] = output(execution, node.name) as Array<
			Record<string, unknown> & { changes: unknown[] }
		>;
		return {
			status: execution.status,
			error: execution.data.resultData.error?.message,
			seconds: (Date.now() - began) / 1000,
			roots: sandbox
				.requests()
				.filter((request) => request.id > before)
				.map(({ root }) => root),
			counts,
			changes: changes.length,
		};
	}

	return {
		validated: await sync('Validate', rows, { advanced: { validateOnly: true } }),
		synced: await sync('Sync', rows),
		again: await sync('Again', rows),
		emptied: await sync('Emptied', rows.slice(0, 1)),
	};
});
