import { addressOf } from '../../../demo/exampleWorkflows.mts';
import { endings, textsOf, type Kit } from './kit.mts';

/** The relevant fields of WooCommerce's webhook. */
const order = (id: number, status: string, phone: string, number = `10${id}`) => ({
	id,
	order_key: `wc_order_${id}`,
	number,
	status,
	total: '149.90',
	billing: { first_name: 'Dana', phone },
});

export async function orderPaid(kit: Kit) {
	const workflow = await kit.workflow();
	await kit.rest.activate(workflow);
	const address = `${kit.url}/webhook/${addressOf(workflow, 'The shop tells')}`;
	const tell = async (body: object) => {
		const headers = { 'content-type': 'application/json' };
		await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
	};
	// WooCommerce sends this when the webhook is set up.
	await fetch(address, { method: 'POST', body: new URLSearchParams({ webhook_id: '7' }) });
	await tell(order(42, 'pending', '050-111-0001'));
	await tell(order(42, 'processing', '050-111-0001'));
	await tell(order(43, 'pending', '+972 50 111 0002'));
	await endings(kit, workflow, 4);
	await tell(order(42, 'processing', '050-111-0001'));
	await endings(kit, workflow, 5);
	// An attacker who knows the address invents orders.
	await tell(order(44, 'processing', '050-111-0003, 050-111-0004'));
	await endings(kit, workflow, 6);
	await tell(order(45, 'processing', '050-111-0005', 'Pay now: https://evil.example/pay'));
	const ended = await endings(kit, workflow, 7);
	// The attacker cannot use up the keys of future orders, and one phone gets five texts at most.
	await tell({ ...order(46, 'processing', '050-111-0006'), order_key: 'guessed' });
	for (let id = 100; id < 140; id++) await tell(order(id, 'processing', '050-111-0006'));
	await endings(kit, workflow, 48);
	await tell(order(46, 'processing', '050-111-0007'));
	await endings(kit, workflow, 49);
	const { '0501110006': again, '0501110007': later } = await textsOf(
		kit,
		...['6', '7'].map((last) => `050111000${last}`),
	);
	return {
		endings: ended,
		again: again?.length,
		later: later?.length,
		texts: await textsOf(kit, ...[1, 2, 3, 4, 5].map((last) => `050111000${last}`)),
	};
}
