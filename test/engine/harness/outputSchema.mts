/** The part of JSON Schema that n8n's editor uses for previews. */
export interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	/** Fields that every value had. */
	required?: string[];
	items?: OutputSchema;
}

export function schemaOf(value: unknown): OutputSchema {
	if (value === null || value === undefined) return { type: 'null' };
	if (Array.isArray(value)) {
		const items = value.map(schemaOf).reduce<OutputSchema | undefined>(merged, undefined);
		return items ? { type: 'array', items } : { type: 'array' };
	}
	if (typeof value !== 'object') return { type: typeof value };
	const entries = Object.entries(value).filter(([, field]) => field !== undefined);
	return {
		type: 'object',
		properties: Object.fromEntries(entries.map(([name, field]) => [name, schemaOf(field)])),
		required: entries.map(([name]) => name),
	};
}

/** A schema for both. If their types differ, the first one that is not `null` wins. */
export function merged(known: OutputSchema | undefined, other: OutputSchema): OutputSchema {
	if (!known || known.type === 'null') return other;
	if (known.type !== other.type) return known;
	const { type } = known;
	if (type === 'array') {
		const items = other.items ? merged(known.items, other.items) : known.items;
		return items ? { type, items } : { type };
	}
	if (type !== 'object') return known;
	const properties = { ...known.properties };
	for (const [name, field] of Object.entries(other.properties ?? {})) {
		properties[name] = merged(properties[name], field);
	}
	const required = known.required?.filter((name) => other.required?.includes(name));
	return { type, properties, required };
}
