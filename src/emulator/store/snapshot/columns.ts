import * as z from 'zod';
import type { Purpose } from '../seal.ts';

/** How one column of a table stands in a snapshot: as people write it, not as the database keeps it. */
export interface Column {
  /** Its name in the snapshot. */
  readonly name: string;
  /** Its name in the table. */
  readonly column: string;
  /** What the snapshot may hold there. Checks only: what is there is taken as it stands. */
  readonly schema: z.ZodType;
  toPlain(stored: unknown): unknown;
  toStored(plain: unknown): unknown;
  /** The migration that brought it: a snapshot from before holds `absent` in its place. */
  readonly since?: { migration: string; absent: unknown };
  /** Its value is sealed text that opens only at the place of its row. */
  readonly sealed?: SealedColumnLocation;
}

/** Where a sealed value stands: told by its row, and by the workspace of the row named in `owner`. */
export interface SealedColumnLocation {
  readonly purpose: Purpose;
  readonly owner: { table: string; by: string };
  readonly resource: string;
  /** The column that holds the `id` of the place. */
  readonly id: string;
  readonly field: (row: Readonly<Record<string, unknown>>) => string;
  /** What becomes of the row when its value is left out: it goes as a whole, or holds null. */
  readonly ifUnreadable: 'row' | 'null';
}

const same = (value: unknown): unknown => value;

export function text(name: string, schema: z.ZodType = z.string()): Column {
  return { name, column: name, schema, toPlain: same, toStored: same };
}

export function integer(name: string, schema: z.ZodType = z.int()): Column {
  return { name, column: name, schema, toPlain: same, toStored: same };
}

/** 0 and 1 as `false` and `true`. */
export function flag(name: string): Column {
  return {
    name,
    column: name,
    schema: z.boolean(),
    toPlain: (stored) => stored === 1,
    toStored: (plain) => (plain === true ? 1 : 0),
  };
}

const instant = z.iso.datetime({ precision: 3 });
const isoOf = (at: unknown): string => new Date(Number(at)).toISOString();

/** Epoch milliseconds as ISO 8601. */
export function time(name: string): Column {
  return {
    name,
    column: name,
    schema: instant,
    toPlain: isoOf,
    toStored: (plain) => Date.parse(String(plain)),
  };
}

const something = z.unknown().refine((value) => value !== undefined, 'is missing');

/** JSON text of the column `<name>_json` as the value it is of. */
export function json(name: string, schema: z.ZodType = something): Column {
  return {
    name,
    column: `${name}_json`,
    schema,
    toPlain: (stored): unknown => JSON.parse(String(stored)),
    toStored: (plain) => JSON.stringify(plain ?? null),
  };
}

const History = z.array(z.strictObject({ status: z.string().min(1), at: instant }));

/** A revision's history, its times as ISO 8601. */
export function history(name: string): Column {
  const entries = (value: unknown): Record<string, unknown>[] =>
    Array.isArray(value) ? value.map((entry: object) => ({ ...entry })) : [];
  return {
    name,
    column: `${name}_json`,
    schema: History,
    toPlain: (stored) =>
      entries(JSON.parse(String(stored))).map((entry) => ({ ...entry, at: isoOf(entry['at']) })),
    toStored: (plain) =>
      JSON.stringify(entries(plain).map((entry) => ({ ...entry, at: Date.parse(String(entry['at'])) }))),
  };
}

/** Bytes as base64. */
export function bytes(name: string): Column {
  return {
    name,
    column: name,
    schema: z.base64(),
    toPlain: (stored) => (stored instanceof Uint8Array ? Buffer.from(stored).toString('base64') : ''),
    toStored: (plain) => new Uint8Array(Buffer.from(String(plain), 'base64')),
  };
}

const sealedText = z.string().regex(/^[A-Za-z0-9_-]+$/, 'must be sealed text');

/** Sealed text, as it stands. */
export function sealed(name: string, place: SealedColumnLocation): Column {
  return { ...text(name, sealedText), sealed: place };
}

/** The same column when it may be null. */
export function nullable(column: Column): Column {
  return {
    ...column,
    schema: column.schema.nullable(),
    toPlain: (stored) => (stored === null ? null : column.toPlain(stored)),
    toStored: (plain) => (plain === null ? null : column.toStored(plain)),
  };
}

/** The same column, told when it came. */
export function since(migration: string, absent: unknown, column: Column): Column {
  return { ...column, since: { migration, absent } };
}
