import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** Makes an operation's parameters: usual values and options, changed by the test. */
export const parametersFor =
	(
		resource: string,
		operation: string,
		usual: INodeParameters = {},
		usualOptions: INodeParameters = {},
	) =>
	(values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
		resource,
		operation,
		...usual,
		...values,
		options: { ...usualOptions, ...options },
	});

/** SMS Send Bulk to `bulkPeople`, with simple paths as expressions. */
export const bulkByPath = parametersFor('sms', 'sendBulk', {
	source: 'TextMe',
	phones: '={{ $json.phone }}',
	message: '={{ $json.message }}',
});

/** SMS Send Bulk to `bulkPeople`, with an expression that needs the engine: a person may have another `sender`. */
export const bulkByExpression: typeof bulkByPath = (values, options) =>
	bulkByPath({ source: '={{ $json.sender ?? "TextMe" }}', ...values }, options);

export const phoneOf = (index: number) => `05${String(10_000_000 + index)}`;

export const bulkPeople = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		phone: phoneOf(index),
		name: `Person ${index}`,
		message: `Hello ${index}`,
		order: `order-${index}`,
	}));

export const sendSms = parametersFor('sms', 'send', {
	source: { __rl: true, mode: 'id', value: 'TextMe' },
	phones: '0501234567',
	message: 'Hello',
});

/** The number and the text of each item. */
export const TO_EACH = { phones: '={{ $json.phone }}', message: '={{ $json.text }}' };

/** So many people for `TO_EACH`, each with a text and an order of their own. */
export const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({
		...{ phone: phoneOf(n), text: `Hello ${n}`, order: `order ${n}` },
	}));

/** SMS Send Bulk of the numbers and texts of `ITEMS`. */
export const bulk = parametersFor('sms', 'sendBulk', {
	source: { __rl: true, mode: 'list', value: 'TextMe' },
	...TO_EACH,
});

export const ITEMS = [
	{ phone: '0501111111', text: 'Hello Dana' },
	{ phone: '0502222222', text: 'שלום <b>&"\' 👋' },
	{ phone: '050-333-3333', text: 'x'.repeat(161) },
];
export const PHONES = ['0501111111', '0502222222', '0503333333'];

/** The external ID that the node generates for a number of an item. */
export const idOf = (item: number, phone = 0) =>
	expect.stringMatching(new RegExp(`^n8n-[0-9a-f]{6}-1042-0-${item}-${phone}$`)) as string;

/** The ways to reach people (specification, "Voice"). */
export const CALL_FILTERED = 2;
export const TEXT_AND_CALL = 3;
export const CALL_ONLY = 4;

export const sendVoice = parametersFor('voice', 'send', {
	reachBy: CALL_ONLY,
	source: { __rl: true, mode: 'list', value: 'TextMe' },
	phones: '0501234567',
	message: 'Your appointment is tomorrow',
});

/** The three ways to send, each with one message per item. */
export const SENDS: Array<
	[string, (values?: INodeParameters, options?: INodeParameters) => INodeParameters]
> = [
	['SMS Send', sendSms],
	[
		'SMS Send Bulk',
		(values, options) => bulk({ phones: '0501234567', message: 'Hello', ...values }, options),
	],
	['Voice Send', sendVoice],
];

/** Sending hours from 08:00 to 20:00, eves until 14:00, none on Saturdays and holidays. `values` override them. */
export const sendingHours = (values: INodeParameters = {}): INodeParameters => ({
	sendingHours: {
		values: {
			days: [0, 1, 2, 3, 4, 5],
			from: '08:00',
			to: '20:00',
			eveTo: '14:00',
			withoutHolidays: true,
			closed: '',
			outside: 'schedule',
			...values,
		},
	},
});

export const block = parametersFor('blocklist', 'add', { phones: '0501111111' });

export const unblock = parametersFor('blocklist', 'remove', {
	phones: '0501111111',
	reason: 'Asked for it',
});

/** The sandbox's first list ID. */
const FIRST = '21501';

const onLists = (operation: string, usual?: INodeParameters) =>
	parametersFor('contactList', operation, usual);

export const createList = onLists('create', { listName: 'Customers', phones: '0501111111' });
export const deleteList = onLists('delete', { contactList: FIRST });
export const getList = onLists('get', { contactList: FIRST });
export const getLists = onLists('getMany');
export const addContacts = onLists('addContacts', { contactList: FIRST, phones: '0502222222' });
export const removeContacts = onLists('removeContacts', {
	contactList: FIRST,
	phones: '0501111111',
});
