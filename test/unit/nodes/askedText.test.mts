import type { IDataObject } from 'n8n-workflow';
import { reviewText } from '../../../nodes/TextMe/operations/sms/question';

/** n8n's default message of a review, evaluated. */
const byDefault = (tool: string) =>
	`The agent wants to run this tool: ${tool}\n\nInput:\n[object Object]`;

const ASKS = 'The agent asks for your approval:\n';

test.each<[string, unknown, string]>([
	[
		'Send_SMS',
		{ Phone_Numbers: '052-111 2233', Message: 'Your order\nis ready' },
		'Send SMS\nPhone Numbers: 052-111 2233\nMessage: Your order is ready',
	],
	['Get_balance', {}, 'Get balance'],
	[
		'Cancel_order',
		{ Order_Number: 1042, Refund: true, Note: null },
		'Cancel order\nOrder Number: 1042\nRefund: true',
	],
	['Calculator', '2 + 2', 'Calculator\nInput: 2 + 2'],
	['Send_SMS', { 'to: 050-1\n x': 'y', text: 'Hi' }, 'Send SMS\nto: 050-1 x: y\ntext: Hi'],
	[
		'Book',
		{ guests: [{ name: 'Dana', seats: [1, 2] }], when: '' },
		'Book\nguests: [{"name":"Dana","seats":[1,2]}]',
	],
])('says in words what %s with %j does', (tool, toolParameters, text) => {
	const unfilled = 'The agent wants to run this tool: \n\nInput:\n';
	for (const message of [byDefault(tool), ' ', '{link}', unfilled, 'Run [object Object]?']) {
		expect(reviewText(message, { tool, toolParameters } as IDataObject)).toBe(ASKS + text);
	}
});

test('asks in the language of the call', () => {
	const call = { tool: 'שליחת_הודעה', toolParameters: { הודעה: 'ההזמנה מוכנה' } };
	expect(reviewText(byDefault(call.tool), call)).toBe(
		'הסוכן מבקש את אישורך:\nשליחת הודעה\nהודעה: ההזמנה מוכנה',
	);
});

test('leaves a message as it was written', () => {
	const call = { tool: 'Cancel', toolParameters: { Order: 1042 } };
	expect(reviewText('Cancel 1042?', call)).toBe('Cancel 1042?');
});

test.each([byDefault(''), '', ' {link}', 'Check [object Object]'])(
	'refuses %j where n8n hands over nothing',
	(message) => {
		expect(() => reviewText(message, {})).toThrow('does not say what to approve');
	},
);
