import { parseExactJson, stringifyExactJson } from '../../contract/exact-json.ts';
import type { Json } from '../tables/columns.ts';

export type { Json };

/** Returns the JSON text of a column, where `undefined` becomes `null`. */
export function toJson<T>(value: T): Json<T> {
  return stringifyExactJson(value) ?? 'null';
}

/** Parses the result of `toJson`. The value is not validated, because only the store writes JSON columns. */
export function fromJson<T>(text: Json<T>): T {
  return parseExactJson(text) as T;
}

/** Returns true if a set of changes is empty, so no row needs an update. */
export function hasNoChanges(changes: object): boolean {
  return Object.values(changes).every((value) => value === undefined);
}
