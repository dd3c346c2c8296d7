import { type DecodedReply, decodeReply } from '../../../gateway/wire/decode';

export function treeOf(text: string, root = 'sms') {
	const reply = decodeReply(text, root);
	expect(reply).toMatchObject({ kind: 'reply' });
	return (reply as Extract<DecodedReply, { kind: 'reply' }>).tree;
}
