import { CONTROL_ROUTES } from './control/controlRoutes.mts';
import { MAGIC_PHONES, MAGIC_WORDS } from './magic.mts';
import { SEEDED } from './seed.mts';
import { FAULT_KINDS, type FaultKind } from './wire/faultKinds.mts';

type Row = readonly string[];

function table(head: Row, rows: readonly Row[]): string {
	const line = (cells: Row) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const code = (text: string) => `\`${text}\``;

/** The tables of README.md, made from the tables in the code. A test compares the two. */
export const TABLES = {
	accounts: table(
		['Name on `Sandbox`', 'Username', 'Token'],
		Object.entries(SEEDED).map(([name, { username, token }]) => [
			code(name),
			code(username),
			code(token),
		]),
	),
	phones: table(
		['Phone', 'Meaning'],
		[
			...MAGIC_PHONES.map(({ ending, meaning }) => [code(`05x9999${ending}`), meaning]),
			[code('05x9999nnn'), 'any other `nnn`: reports delivery code `nnn`, listed or not'],
			['any other phone', 'reports 102, delivered'],
		],
	),
	words: table(
		['Word', 'Meaning'],
		MAGIC_WORDS.map(({ word, meaning }) => [code(word), meaning]),
	),
	faults: table(
		['Kind', 'Name on the page', 'Reply', 'Phase'],
		Object.entries<FaultKind>(FAULT_KINDS).map(([kind, { name, meaning, phase }]) => [
			code(kind),
			name,
			meaning,
			phase,
		]),
	),
	controls: table(
		['Request', 'Function', 'Meaning'],
		CONTROL_ROUTES.map(({ method, path, mirrors, meaning }) => [
			code(`${method} ${path}`),
			code(mirrors),
			meaning,
		]),
	),
} as const;
