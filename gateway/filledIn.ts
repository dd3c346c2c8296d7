import { InputError, quoted } from './inputError';

/**
 * A text unchanged, unless it holds `{{`…`}}`: n8n leaves a field Fixed when one types fast, and people would get the braces.
 * @throws InputError
 */
export function checkFilledIn(text: string): string {
	const start = text.indexOf('{{');
	const end = start < 0 ? -1 : text.indexOf('}}', start);
	if (end < 0) return text;
	throw new InputError(
		`contains ${quoted(text.slice(start, end + 2))}, which n8n has not filled in; switch the field from Fixed to Expression, or take the braces out`,
	);
}
