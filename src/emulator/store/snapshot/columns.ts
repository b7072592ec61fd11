import * as z from 'zod';
import { type Columns, snakeCase } from '../../tables/columns.ts';
import type { Tables } from '../schema.ts';
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

type PlainRow = Readonly<Record<string, unknown>>;

/** How one table stands in a snapshot. */
export interface SnapshotTable {
  readonly name: keyof Tables;
  readonly columns: readonly Column[];
  /** Columns that are not in the snapshot, and what they are after it was loaded. */
  readonly computed?: Readonly<Record<string, (row: PlainRow) => number | string | null>>;
  /** Columns that the database makes by itself. */
  readonly generated?: readonly string[];
  /** The columns of the table by which its rows stand in the snapshot. */
  readonly order: readonly string[];
  /** Within that, rows stand together as the rows they belong to do. */
  readonly groupBy?: string;
  /** What no two rows share; the first is the row's name in messages. */
  readonly unique: readonly (readonly string[])[];
  /** Which rows of other tables must be there, by their `id`. */
  readonly references?: Readonly<Record<string, keyof Tables>>;
  readonly since?: string;
  /** Its IDs are drawn by us: they must not be drawn again. */
  readonly hasRandomIds?: boolean;
}

/** The migration that brought what pushes need. */
export const PUSHES = '0002_pushes';
/** The migration that brought uploads. */
export const UPLOADS = '0004_uploads';
/** The migration that brought what a rollback restores, runs that begin later, and webhooks. */
export const MULTITASK = '0012_multitask';
/** The migration that brought the version of listeners. */
export const LISTENER_VERSION = '0008_listener_version';
/** The migration that brought assistants, items and when a thread's values were set. */
export const ASSISTANTS = '0011_assistants';
export const id = z.string().min(1);
/** An ID, of the row itself or of another one. */
export const idColumn = (name: string): Column => text(name, id);
export const timestamps = [time('created_at'), time('updated_at')];
export const freeForm = z.record(z.string(), z.unknown());

/** What a snapshot shows of described columns, and what the others hold after it was loaded. */
export function snapshotForm(
  columns: Columns,
): Pick<SnapshotTable, 'columns'> & Required<Pick<SnapshotTable, 'computed'>> {
  const shown: Column[] = [];
  const computed: Record<string, (row: PlainRow) => number | string | null> = {};
  for (const [property, column] of Object.entries(columns)) {
    const name = snakeCase(property);
    const stored = name + column.suffix;
    const { snapshot, derived, initial } = column;
    if (snapshot) shown.push({ name, column: stored, ...snapshot });
    else if (derived)
      computed[stored] = (row) => derived.make(row[snakeCase(derived.from)]) as number | string | null;
    else if (initial !== undefined) computed[stored] = () => column.store(initial) as number | string | null;
  }
  return { columns: shown, computed };
}
