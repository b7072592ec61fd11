/** Query parameters as one object, for a schema to parse: a repeated parameter becomes an array. */
export function parseQuery(query: URLSearchParams): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  if (query.size === 0) return found;
  for (const key of new Set(query.keys())) {
    const values = query.getAll(key);
    found[key] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return found;
}
