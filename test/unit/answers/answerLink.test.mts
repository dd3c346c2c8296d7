import { textWithLink, textWithoutLink } from '../../../nodes/answers/question';

const LINK = 'https://n8n.example/w?signature=1';

test.each([
	['Approve?  \n', `Approve?\n${LINK}`],
	['Here {link} please', `Here ${LINK} please`],
	// A stranger may have written the others.
	['{link}{link}Dana asks: {link}!', `Dana asks: ${LINK}!`],
	['Hi {li{link}nk}, approve? {link}', `Hi {link}, approve? ${LINK}`],
	['Costs $& and $1: {link}', `Costs $& and $1: ${LINK}`],
	['{ link }', `{ link }\n${LINK}`],
])('puts the link into the text %j', (message, text) => {
	expect(textWithLink(message, LINK)).toBe(text);
});

test('1005 characters are the limit, the link and its line break included', () => {
	const room = 1005 - LINK.length - 1;
	expect(textWithLink('x'.repeat(room), LINK)).toHaveLength(1005);
	expect(() => textWithLink('x'.repeat(room + 1), LINK)).toThrow(
		'has 1006 characters with the link; the service allows 1005',
	);
});

test('takes no link alone for a message', () =>
	expect(() => textWithLink(' ', LINK)).toThrow('is empty'));

test.each([
	['Approve {link} now', 'Approve  now'],
	['Approve: {link}\nThanks', 'Approve:\nThanks'],
	['{link}\nApprove?', 'Approve?'],
])('shows %j as %j on the page', (message, shown) => {
	expect(textWithoutLink(message)).toBe(shown);
});
