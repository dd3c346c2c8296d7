/**
 * The source of an assumption: `documented` on a public page of the service, `seen` in the code of somebody who uses it, or
 * our own `guess`. What the specification states is not an assumption.
 */
type Confidence = 'documented' | 'seen' | 'guess';

export interface Assumption {
	assumed: string;
	source: string;
	confidence: Confidence;
	/** What the user sees if the assumption is wrong. */
	ifWrong: string;
	/** How to find out. `npm run contract` tests all that can be tested without changing or paying for anything. */
	howToTell: string;
}

const CONTRACT = '`npm run contract`';
const SEND = '`npm run contract -- --send-to` your own number';
const LOST_NAMES =
	'The records come out with the names they have; only the drop-down shows what it can.';
const SANDBOX_ONLY = 'Nothing: only the sandbox does it. A test of a workflow may go another way.';

const row = (
	assumed: string,
	[source, confidence]: readonly [source: string, confidence: Confidence],
	ifWrong: string,
	howToTell: string,
): Assumption => ({ assumed, source, confidence, ifWrong, howToTell });

/**
 * Everything that the code assumes and the specification does not show. Each place that relies on a row names it in a
 * comment: `Assumption: ` and its name.
 */
export const ASSUMPTIONS = {
	testAddress: row(
		'`/api/test` takes every request, answers like `/api` and carries nothing out',
		['gateway-api 1', 'documented'],
		'Send Bulk sends without a check and says so; Validate Only is an error.',
		CONTRACT,
	),
	testShipment: row(
		'A check that passes has no `shipment_id`, since nothing was shipped',
		['gateway-api 1', 'guess'],
		"Nothing, as long as the balance shows that a check is no send: it is read before the first check and after one with a shipment. Otherwise Send Bulk stops at its first batch; switch off 'Check Batches First'.",
		CONTRACT,
	),
	balanceAtOnce: row(
		'A send changes `balance` by the time it is answered, also one that is scheduled',
		['specification, balance', 'guess'],
		"Where the test address sends what it should check, Send Bulk texts people twice. Switch off 'Check Batches First'.",
		SEND,
	),
	jsonBulk: row(
		'In JSON the messages of a batch are `{"messages": {"sms": [...]}}`',
		['gateway-api 3, bulk', 'guess'],
		"Send Bulk in JSON is refused with status 1 or 2. Set 'Request Format' of the credential to XML.",
		CONTRACT,
	),
	replyShape: row(
		'A reply may be wrapped in the name of its operation, hold one value where there could be several, and have its numbers as texts',
		['gateway-api 1', 'seen'],
		'Nothing: all of these forms are read.',
		CONTRACT,
	),
	misspelledNames: row(
		'`interantional_balance`, `message_he` and `operaor` may come in either encoding, spelled either way',
		['gateway-api 14, rows 7, 8 and 10', 'seen'],
		'Nothing: all spellings are read.',
		CONTRACT,
	),
	israelTime: row(
		'Dates without a zone are Israel time, also in winter and summer',
		['gateway-api 1, Dates', 'seen'],
		'Scheduled sends and dates in outputs are off by hours.',
		SEND,
	),
	windows: row(
		'The listing of the blocklist and incoming messages have no limit of days',
		['gateway-api 7 and 9', 'documented'],
		'Get Many of the blocklist or of incoming messages is refused for long windows.',
		CONTRACT,
	),
	tokenReply: row(
		'Reading the current token gives it in `message`; `expiration_date` may be missing',
		['gateway-api 2', 'guess'],
		'API Token, Get Current has no expiry.',
		CONTRACT,
	),
	tokenLifetime: row(
		'A token lives for 24 months; a sixth active one is refused with 511',
		['gateway-api 2', 'guess'],
		SANDBOX_ONLY,
		'Read the expiry of a new token',
	),
	onBehalfOf: row(
		'A reseller acts for a sub-account by its username in `user.username`; a name of somebody else gives 503 or 11',
		['gateway-api 2 and 14, row 2', 'documented'],
		"'On Behalf Of' is refused, and the error names the option.",
		CONTRACT,
	),
	statusCodes: row(
		'Statuses beyond those of the specification mean what the public tables say',
		['gateway-api 10', 'seen'],
		'An error explains a status wrongly; the text of the gateway stands beside it.',
		'Compare an error with the text of the gateway in it',
	),
	unknownCommand: row(
		'An operation that the gateway does not know gives 997, and what is no request gives 1',
		['gateway-api 1', 'documented'],
		'The error has another status and text.',
		CONTRACT,
	),
	httpErrors: row(
		'HTTP statuses other than 200 mean what they mean everywhere; a body with a status of the gateway counts more',
		['gateway-api 10', 'guess'],
		'A send that was refused counts as unknown, or the other way round.',
		'The HTTP status in the error',
	),
	doubtfulStatuses: row(
		'After 6, 998 and 999 the gateway may have acted',
		['gateway-api 10, Retry', 'seen'],
		'A send that was refused counts as unknown and is not repeated.',
		'Look the message up in the delivery reports',
	),
	aboutOneMessage: row(
		'2, 9, 515, 980, 981, 988, 989 and 992 are about one message of a batch, and one bad message refuses the whole batch',
		['the meanings of the codes', 'guess'],
		'Send Bulk searches for a bad item in vain and refuses the whole batch.',
		CONTRACT,
	),
	sendReply: row(
		'A send that was accepted has `shipment_id`; one without has not gone out',
		['gateway-api 3', 'seen'],
		'Sends come out with a warning that they may be missing.',
		SEND,
	),
	shipmentIsCampaign: row(
		'The `shipment_id` of a send is the `campaign_id` that cancel wants',
		['gateway-api 3', 'guess'],
		'Cancel by ID is refused with 977.',
		'Schedule a send for tomorrow and cancel it by its shipmentId',
	),
	cancelByName: row(
		'How many campaigns were cancelled by name stands in a field that speaks of a count, or as the only number of `message`; no match gives 977',
		['gateway-api 5', 'guess'],
		'`cancelledCount` is missing.',
		'Cancel scheduled sends by name',
	),
	birthdayRecords: row(
		'The records of `get_birthday_campaigns` may have any names',
		['gateway-api 5', 'guess'],
		LOST_NAMES,
		CONTRACT,
	),
	birthdayUpdate: row(
		'`edit_birthday_campaign` takes `campaign_id` and `message`; it refuses with 977 and 989',
		['gateway-api 5', 'documented'],
		'Birthday Campaign, Update is refused.',
		CONTRACT,
	),
	contactListRecords: row(
		'The records of `getCL` have `id` and `name`, and perhaps a count',
		['gateway-api 6', 'seen'],
		LOST_NAMES,
		CONTRACT,
	),
	contactRecords: row(
		'The reply of `getCLbyID` to `cl.id` has the contacts as its records',
		['gateway-api 6', 'guess'],
		'Contact List, Get gives the whole reply instead of its contacts. Contact List, Sync refuses a list whose numbers it cannot read, and takes contacts for changed whose fields it cannot read.',
		CONTRACT,
	),
	contactListRequests: row(
		'`removeCL`, `addNumCL` and `rmNumCL` take `cl` with `id` and `destinations.destination`',
		['gateway-api 6', 'seen'],
		'The operations on contact lists are refused with 2 or 997.',
		CONTRACT,
	),
	rowErrors: row(
		'A sentence of `errors` holds the phone number it is about, or the id of the list',
		['gateway-api 6', 'documented'],
		'The sentence comes out under `notes` and the row counts as stored.',
		'Add a number to a contact list that has it',
	),
	listStatuses: row(
		'A contact list that does not exist gives 988',
		['gateway-api 6', 'seen'],
		'The error has another status and text.',
		CONTRACT,
	),
	senderRecords: row(
		'The records of `getVerifiedPhones` may have any names',
		['specification, Verified sender', 'guess'],
		LOST_NAMES,
		CONTRACT,
	),
	verifyMessage: row(
		'The sentences of `verify_message` name the number they are about',
		['specification, verify_phone', 'guess'],
		'All of the text comes out beside each number.',
		'Verify two numbers at once',
	),
	maskedPhones: row(
		'A masked number keeps its length: each hidden digit is one asterisk',
		['specification, Blocklist entry', 'guess'],
		'With both triggers, an opt-out that was pushed and polled runs twice.',
		CONTRACT,
	),
	blockReply: row(
		'`addNumBL` succeeds with 946 or 0, and `rmNumBL` takes `phones.phone` and `reason`',
		['gateway-api 7', 'documented'],
		'Blocklist, Add or Remove is refused.',
		CONTRACT,
	),
	unblockCounts: row(
		'How many numbers `rmNumBL` took off the list stands in its `message`',
		['gateway-api 7', 'documented'],
		'The counts are missing.',
		'Take a number off the blocklist that is on it, and one that is not',
	),
	reportRecords: row(
		'A report has the names that the specification shows, in both encodings',
		['specification, dlr', 'documented'],
		'What is named otherwise comes out under its own name.',
		CONTRACT,
	),
	campaignOfReport: row(
		'A report names its shipment; if it names its campaign too, in a field of any name',
		['specification, Campaign', 'guess'],
		'Report, Summarize Campaign finds a campaign by its shipment ID only.',
		'Report, Get by Date',
	),
	reportPrices: row(
		'If a report has a price, its field is `price`, `cost`, `amount` or `charge`',
		['nothing', 'guess'],
		'Report, Summarize Campaign counts what was charged, and names no cost.',
		'Report, Get by Date',
	),
	deliveryStatuses: row(
		'Delivery statuses mean what the table of the service says; one that is not in it is unknown',
		['gateway-api 11', 'documented'],
		'`state` is unknown or wrong; `status` and the texts of the gateway stand beside it.',
		CONTRACT,
	),
	finalStatuses: row(
		'Every delivery status but -1, 2 and 747 is the last one of a message',
		['gateway-api 11', 'guess'],
		'Wait for Delivery goes on too early or waits to its end.',
		SEND,
	),
	noReportYet: row(
		'A message without a report has no entry',
		['gateway-api 11', 'guess'],
		'Wait for Delivery sees a state of its own meanwhile.',
		SEND,
	),
	incomingRequest: row(
		'`incoming` takes `from` and `to`',
		['gateway-api 9', 'documented'],
		'Incoming messages cannot be read.',
		CONTRACT,
	),
	incomingRecords: row(
		'The polled message has the names of the push: `phone`, `message`, `date`, `dest`',
		['gateway-api 9', 'guess'],
		'What is named otherwise is found by what it looks like, or comes out under its own name.',
		CONTRACT,
	),
	subAccountRecords: row(
		'`getBlanceSubs` needs no parameter; its records may have any names',
		['gateway-api 9', 'seen'],
		LOST_NAMES,
		CONTRACT,
	),
	topUp: row(
		'`updateAmountSub` answers with status 0 and `message`, and refuses with 503, 511, 990 and 991; the unit of money is not known',
		['gateway-api 9', 'guess'],
		'An error explains a status wrongly.',
		'Top a sub-account up by the smallest amount',
	),
	otp: row(
		'`send_otp` and `validate_otp` take what the public pages list; 12 means a wrong code, and the reply may hold the code',
		['gateway-api 4', 'documented'],
		'The operations are refused, or a wrong code is an error.',
		CONTRACT,
	),
	otpLength: row(
		'The text of a one-time code may be as long as any other',
		['gateway-api 4', 'guess'],
		'OTP, Send with a long text is refused with 989.',
		'Check a long text with Validate Only',
	),
	phones: row(
		'Israeli numbers have a 0 and 8 or 9 digits, others their country code and digits only; the x of the documentation are not counted',
		['gateway-api 1, Phone numbers', 'guess'],
		'A number is refused with 9.',
		CONTRACT,
	),
	senders: row(
		'A sender may hold inner spaces',
		['gateway-api 3', 'seen'],
		'The send is refused with 992 or 515.',
		'Check a send with Validate Only',
	),
	messageLength: row(
		'Texts are split into SMS as phones do: 160 or 153 characters of GSM-7, 70 or 67 of others',
		['the GSM standard', 'guess'],
		'`segments` is not what is charged.',
		'Compare the balance before and after a long text',
	),
	externalIds: row(
		'An external ID may be of any length and hold any character',
		['specification, Message destination', 'guess'],
		'Its reports come with another ID, or none.',
		SEND,
	),
	ownLimits: row(
		'Requests of some megabytes are taken: 10,000 contacts, 1,000 lists or 10,000 blocked numbers',
		['specification, Limits', 'guess'],
		'Large requests end with an HTTP error.',
		'The HTTP status in the error',
	),
	rateLimits: row(
		'Two reads or five sends at a time are not too many, and there is no limit in a minute',
		['specification, Limits', 'guess'],
		"HTTP 429, after which reads wait and try again, and sends are refused. Lower 'Concurrent Requests'.",
		'The HTTP status in the error',
	),
	otherNames: row(
		'Fields of reports, messages and blocked numbers that have another name than the documented one have a likely one',
		['specification, "not shown"', 'guess'],
		'The field comes out under `other`, and `warning` says what is missing.',
		CONTRACT,
	),
	externalIdSpelling: row(
		'An external ID may come back in another case, padded or without leading zeros',
		['nothing', 'guess'],
		'The report comes out with `requested: false`, and its message as not found.',
		SEND,
	),
	pushFeeds: row(
		'Which feed a push belongs to shows in its fields: a status is of a report, `phone` and `dest` of a message, `dest` alone of a block',
		['specification, Feeds', 'guess'],
		'The push starts the workflow as unrecognized, with all of its fields.',
		'Point the feeds to a workflow',
	),
	pushRepeats: row(
		'A push that was not answered with 200 is repeated after minutes, four times, then the feed stops',
		['specification, Events', 'guess'],
		SANDBOX_ONLY,
		'Answer a push with an error and wait',
	),
	lateReports: row(
		'A report can come up to seven days after its message',
		['the longest window of reports', 'guess'],
		'The Polling Trigger misses reports that come later.',
		'Watch the oldest message in Report, Get by Date',
	),
	sandboxPrices: row(
		'Prices abroad, of calls and what a cancelled campaign gives back',
		['nothing public', 'guess'],
		SANDBOX_ONLY,
		'Compare the balance before and after',
	),
	sandboxValues: row(
		'Values out of range give 998; a call is repeated up to 99 times',
		['nothing public', 'guess'],
		SANDBOX_ONLY,
		'Check a request with such a value with Validate Only',
	),
	sandboxBlocking: row(
		'Numbers that the customer blocked report 201, those that opted out 17, and only these are pushed',
		['nothing public', 'guess'],
		SANDBOX_ONLY,
		'Block a number of your own and send to it',
	),
	sandboxForms: row(
		'What a short link looks like, that a default sender needs no verification, and the root of the reply to what cannot be read',
		['nothing public', 'guess'],
		SANDBOX_ONLY,
		'Look at a message with a short link',
	),
} satisfies Record<string, Assumption>;

export type AssumptionName = keyof typeof ASSUMPTIONS;
