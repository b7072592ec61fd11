/** JSON text of a column; `undefined` is kept as `null`. */
export function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

/** What `toJson` wrote, as the type that wrote it: only the store writes these columns, so nothing is parsed twice. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** Whether a set of changes names no column: there is nothing to update. */
export function isEmpty(changes: object): boolean {
  return Object.values(changes).every((value) => value === undefined);
}
