import { codeIn, hasThoughts } from '../../../gateway/texts/codeInTexts';

test.each<readonly [string, string]>([
	['Tom &amp; Jerry', 'an HTML character ("&amp;")'],
	['&#x5e9;', 'an HTML character ("&#x5e9;")'],
	['<a href="https://example.com">here</a>', 'an HTML tag ("<a href="https://example.com">")'],
	[`<table ${'x'.repeat(30)}>`, `an HTML tag ("<table ${'x'.repeat(23)}")`],
	['Hi\\nDana', 'an escaped character ("\\n")'],
	['%D7%A9%D7%9C', 'an escaped link ("%D7%A9")'],
	['×©×œ×•×', 'characters of another charset ("×©×œ")'],
	['itâ€™s', 'characters of another charset ("â€")'],
	['ùìåí', 'characters of another charset ("ùìåí")'],
	['׳©׳œ׳•׳', 'characters of another charset ("׳©׳œ")'],
	['Hi \uFFFD', 'characters of another charset ("\uFFFD")'],
	['<think>He is late.</think>Come at ten', 'a model\'s thoughts ("<think>")'],
	...[
		...['2026-12-01T09:00:00.000+02:00', '2026-12-01T09:00', '2026-12-01 07:00:00.000 UTC'],
		...['2026-12-01 07:00:00+00', 'Tue Dec 01 2026 07:00:00 GMT', 'Tue, 01 Dec 2026 07:00:00 GMT'],
	].map((time) => [`At ${time}`, `a computer's time ("${time}")`] as const),
	['Pay 0.30000000000000004', 'too many decimals ("0.30000000000000004")'],
	['**Sale** today', 'Markdown ("**Sale**")'],
	['```\nHi', 'Markdown ("```")'],
	['Hi\n## Sale', 'Markdown ("## ")'],
	['Open at 9【4:0†source】', 'a model\'s source ("【4:0†source】")'],
	['{"message":"Hi"}', 'JSON ("{"message":"Hi"}")'],
	['Hi citeturn0search0', 'a model\'s source ("turn0search0")'],
	['Hi<|im_end|>', 'a model\'s mark ("<|im_end|>")'],
	['He said \\"hi\\"', 'an escaped character ("\\"")'],
	...[
		...['{first_name}', '{First Name}', '{0}', '{שם}', '%name%', '*|FNAME|*', '#name#', '[שם]'],
		...['[Your Name]', '[insert date]', '[שם הלקוח]', '[Company Name]', "[Recipient's Name]"],
	].map(
		(place) => [`Hi ${place}, see you`, `a place that nothing filled in ("${place}")`] as const,
	),
])('names the code in %j', (text, found) => {
	expect(codeIn(text)).toEqual([found]);
	expect(hasThoughts(text)).toBe(text.includes('think>'));
});

test.each([
	...['שלום דנה, נתראה מחר ב-10:30', 'مرحبا', 'I <3 you', 'a < b and c > d', 'AT&T; R&D', '100%20'],
	...['<#> Your code is 1234', 'Hi <name>', 'size <b>', '100% כותנה', 'Ça va? Über', '5×4'],
	...['https://example.com/%D7%A9%D7%9C?q=a%20b', 'www.example.com/%D7%A9%D7%9C%D7%95'],
	...['C:\\new\\table', 'צ׳ק, ג׳ירפה', 'café, naïve façade', '½ price™', '“Hi”…', '**** 1234'],
	...['2026-12-01 09:00-10:30', '01/12/2026 09:00', 'Tue, 01 Dec 2026 at 9', '3.14159', '* one'],
	...['https://a.example/?t=2026-12-01T07:00Z', '[code]', '[link-1]', '[1] first', '#1 # 2'],
	...['Open {link}', '{ }', '50% off, 20% more', '#sale #now', 'f(x) [a](b)', '【新】'],
	'5 ** 3 ** 2',
	...['[Last chance] Sale ends today', '[Company policy] no pets', 'Your name [optional]'],
	...['https://a.example/{id}', '[ERROR]', 'Say "{"', '100%cotton 5%', 'I think so', 'a\nb'],
])('finds none in %j', (text) => {
	expect(codeIn(text)).toEqual([]);
});
