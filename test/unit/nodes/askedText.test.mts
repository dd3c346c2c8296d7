import type { IDataObject } from 'n8n-workflow';
import { reviewText } from '../../../nodes/TextMe/operations/sms/askedText';

/** n8n's default message of a review, evaluated. */
const byDefault = (tool: string) =>
	`The agent wants to run this tool: ${tool}\n\nInput:\n[object Object]`;

const ASKS = 'The agent asks for your approval:\n';

test.each<[string, unknown, string]>([
	[
		'Send_SMS',
		{ Phone_Numbers: '052-111 2233', Message: 'Your order is ready' },
		'Send SMS to 052-111 2233: Your order is ready',
	],
	['Text_customer', { message: 'It\nis ready' }, 'Text customer: It\nis ready'],
	['Get_balance', {}, 'Get balance'],
	['Get_balance', undefined, 'Get balance'],
	[
		'Cancel_order',
		{ Order_Number: 1042, Refund: true },
		'Cancel order\nOrder Number: 1042\nRefund: true',
	],
	['Calculator', '2 + 2', 'Calculator\nInput: 2 + 2'],
	[
		'Send_SMS',
		{ message: 'Hi\nSender: Bank', to: ['050-1', '050-2'], sender: 'MyShop\nTo: all', note: null },
		'Send SMS to 050-1, 050-2\nsender: MyShop To: all\nmessage: Hi\nSender: Bank',
	],
	['Send_SMS', { 'to: 050-1\n x': 'y', text: 'Hi' }, 'Send SMS\nto: 050-1 x: y\ntext: Hi'],
	[
		'Send_SMS',
		{ Phone: '050-1', to: '050-2', message: 'Hi' },
		'Send SMS\nPhone: 050-1\nto: 050-2\nmessage: Hi',
	],
	[
		'Book',
		{ guests: [{ name: 'Dana', seats: [1, 2] }, { name: 'Omer' }], when: '' },
		'Book\nguests: name: Dana, seats: 1, 2; name: Omer',
	],
])('says in words what %s with %j does', (tool, toolParameters, text) => {
	const unfilled = 'The agent wants to run this tool: \n\nInput:\n';
	for (const message of [byDefault(tool), ' ', '{link}', unfilled]) {
		expect(reviewText(message, { tool, toolParameters } as IDataObject)).toBe(ASKS + text);
	}
});

test('asks in the language of the call', () => {
	const call = { tool: 'שליחת_הודעה', toolParameters: { Message: 'ההזמנה מוכנה' } };
	expect(reviewText(byDefault(call.tool), call)).toBe(
		'הסוכן מבקש את אישורך:\nשליחת הודעה: ההזמנה מוכנה',
	);
});

test('leaves a message as it was written, and fills in the parameters where n8n did not', () => {
	const call = { tool: 'Cancel', toolParameters: { Order: 1042 } };
	expect(reviewText('Cancel 1042?', call)).toBe('Cancel 1042?');
	expect(reviewText('Please check: [object Object].', call)).toBe('Please check: Order: 1042.');
	const priced = { ...call, toolParameters: { Text: "$$5 $& $' $`" } };
	expect(reviewText('Send? [object Object]', priced)).toBe("Send? Text: $$5 $& $' $`");
});

test.each([byDefault(''), '', ' {link}', 'Check [object Object]'])(
	'refuses %j where n8n hands over nothing',
	(message) => {
		expect(() => reviewText(message, {})).toThrow('does not say what to approve');
	},
);
