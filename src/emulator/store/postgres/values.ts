import { types as defaults, type CustomTypesConfig } from 'pg';
import { fromStorable, toStorable } from './text.ts';

const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const TEXT = 25;

/** What columns hold, as the store wants it: whole numbers as numbers, bytes as plain bytes. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser(oid: number, format) {
    if (format !== 'binary') {
      if (oid === TEXT) return fromStorable;
      if (oid === INT8) return toNumber;
      if (oid === BYTEA) return toBytes;
      if (oid === BOOL) return (text: string) => text === 't';
    }
    return defaults.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

function toNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`a whole number of the database is too large: ${text}`);
  return value;
}

function toBytes(text: string): Uint8Array {
  // "\x" and two digits for each byte: the form every server since 9.0 gives.
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}

/** A parameter as `pg` may send it. */
export function toParameter(value: unknown): unknown {
  return typeof value === 'string' ? toStorable(value) : value;
}
