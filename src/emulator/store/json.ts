import { parseExactJson, stringifyExactJson } from '../../contract/exact-json.ts';
import type { Json } from '../tables/columns.ts';

export type { Json };

/** JSON text of a column; `undefined` is stored as `null`. */
export function toJson<T>(value: T): Json<T> {
  return stringifyExactJson(value) ?? 'null';
}

/** The reverse of `toJson`: only the store writes these columns, so nothing is checked twice. */
export function fromJson<T>(text: Json<T>): T {
  return parseExactJson(text) as T;
}

/** Whether a set of changes names no column: there is nothing to update. */
export function hasNoChanges(changes: object): boolean {
  return Object.values(changes).every((value) => value === undefined);
}
