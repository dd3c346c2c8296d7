import { call } from '../../sandbox/call.mts';
import type { ByNode, Kit } from './kit.mts';

const stays = Array.from({ length: 60 }, (_, n) => `05077700${String(n).padStart(2, '0')}`);
const GOES = '0507771001';
const COMES = '0507771002';
const WRONG = '12';

/** Runs with each night's sheet, and returns the list's members after each. */
export async function keepListInStep({ rest, sandbox, workflow: create }: Kit) {
	const destination = [...stays, GOES].map((phone) => ({ phone }));
	const { fields } = await call(sandbox, 'newCL', {
		cl: { name: 'Staff', destinations: { destination } },
	});
	const list = String(fields.identifiers);
	const onTheList = async () => {
		const { fields: now } = await call(sandbox, 'getCLbyID', { cl: { id: list } });
		return (
			JSON.stringify(now)
				.match(/\b0?50777\d{4}\b/g)
				?.map((phone) => phone.replace(/^0?/, '0')) ?? []
		);
	};
	const night = async (sheet: string[]) => {
		const workflow = await create((nodes: ByNode) => {
			for (const name of ['The list now', 'Add them', 'Take them off']) {
				Object.assign(nodes[name] ?? {}, {
					contactList: { __rl: true, mode: 'list', value: list },
				});
			}
			const people = sheet.map((phone) => ({ name: 'Dana', phone }));
			Object.assign(nodes.People ?? {}, { jsonOutput: JSON.stringify({ people }) });
		});
		const { executionId } = await rest.run(workflow.id, 'Every night');
		const { status, data } = await rest.ended(executionId);
		const now = await onTheList();
		return {
			status,
			said: data.resultData.error?.message,
			count: now.length,
			has: [GOES, COMES].filter((phone) => now.includes(phone)),
		};
	};
	const half = stays.slice(0, 30);
	const otherForm = (phone: string) => `+972 ${phone.slice(1, 3)}-${phone.slice(3)}`;
	return {
		// Other spellings, a duplicate, and a wrong number.
		changed: await night([...stays.map(otherForm), COMES, COMES, WRONG]),
		same: await night([...stays, COMES]),
		empty: await night([]),
		half: await night(half),
		otherSheet: await night(Array.from({ length: 20 }, (_, n) => `05077720${10 + n}`)),
	};
}
