import type { Generated, Insertable, Selectable, Updateable } from 'kysely';
import type * as z from 'zod';
import { parseExactJson, stringifyExactJson } from '../../contract/exact-json.ts';
import type * as shapes from './shapes.ts';

/**
 * Description of a column, which determines the types of rows and tables, the conversion of stored values, and the
 * snapshot form. `V` is the type in rows, and `S` is the type in the database.
 */
export interface Column<V = unknown, S = unknown> {
  /** Type of the column in the database. `ordinal` is an auto-increment key that is never reused. */
  readonly type: 'text' | 'integer' | 'bytes' | 'ordinal';
  /** True if the database allows null. */
  readonly nullable?: true;
  /** Stored value if a row omits the column, for new rows and snapshots. */
  readonly absent?: string | number | null;
  /** `_json` if the column stores JSON text. The column's database name ends with `suffix`. */
  readonly suffix: '' | '_json';
  store(value: V): S;
  load(stored: S): V;
  /** Form of the values in snapshots, or absent if snapshots do not contain the column. */
  readonly snapshot?: SnapshotForm;
  /** Value in new rows, and in rows of a snapshot without the column. */
  readonly initial?: V;
  /** True if rows do not contain the column. */
  readonly internal?: true;
  /** Property of the row that `make` computes the stored value from. */
  readonly derived?: { readonly from: string; make(value: unknown): S };
  readonly generated?: true;
  /** Set if the value is encrypted text, which is bound to the location of its row. */
  readonly sealed?: SealedColumnLocation;
  /** Name in the database, if the name differs from the name derived from the property. */
  readonly named?: string;
}

/** Location of a column's encrypted values: their row, and the workspace of the row that `owner` refers to. */
export interface SealedColumnLocation {
  readonly purpose: KeyPurpose;
  readonly owner: { table: string; by: string };
  readonly resource: string;
  /** Column that contains the location's `id`. */
  readonly id: string;
  readonly field: (row: Readonly<Record<string, unknown>>) => string;
  /** Effect on the row if the value is left out: the row is dropped, or the value becomes null. */
  readonly ifUnreadable: 'row' | 'null';
}

/** Purpose of an encryption key. A key never decrypts values of another purpose. */
export type KeyPurpose =
  | 'workspace-key'
  | 'deployment-secrets'
  | 'workspace-secrets'
  | 'proxy-headers'
  | 'sandbox-environments'
  | 'webhook-secrets'
  | 'repository-credentials'
  | 'alike-nonces'
  | 'auth-providers'
  | 'auth-flows'
  | 'auth-tokens'
  | 'feedback-tokens'
  | 'agent-tokens'
  | 'plane-authorities'
  | 'share-tokens'
  | 'keyring-fingerprint';

/** Schemas that the schemas of columns use. */
export type Shapes = typeof shapes;
/** Function that creates a schema on first use, because the emulator's start does not need the schemas of columns. */
type LazySchema<V = unknown> = (shapes: Shapes) => z.ZodType<V>;

export interface SnapshotForm {
  /** Schema that checks a value without converting it. */
  readonly schema: LazySchema;
  toPlain(stored: unknown): unknown;
  toStored(plain: unknown): unknown;
}

export type Json<T> = string & { readonly of?: T };
export type Columns = Readonly<Record<string, Column>>;

type Plain<V, S = V> = Column<V, S> & { readonly suffix: '' };
type JsonColumn<V> = Column<V, Json<V>> & { readonly suffix: '_json' };
type Internal = { readonly internal: true };
type Filled = { readonly generated: true };
type Sealed = { readonly sealed: SealedColumnLocation };

type Snake<T extends string> = T extends `${infer H}${infer Rest}`
  ? `${H extends Lowercase<H> ? H : `_${Lowercase<H>}`}${Snake<Rest>}`
  : T;

export type RowOf<C extends Columns> = {
  -readonly [K in keyof C as C[K] extends Internal ? never : K]: ReturnType<C[K]['load']>;
};
/** Database table with these columns, in the form that queries use. */
export type TableOf<C extends Columns> = {
  -readonly [K in keyof C & string as C[K] extends { readonly named: infer N extends string }
    ? N
    : `${Snake<K>}${C[K]['suffix']}`]: C[K] extends Filled
    ? Generated<ReturnType<C[K]['store']>>
    : ReturnType<C[K]['store']>;
};

/** Columns that rows contain, which excludes encrypted columns. */
type Unsealed<C extends Columns> = { [K in keyof C as C[K] extends Sealed ? never : K]: C[K] };

const same = <T>(value: T): T => value;
const shownAsIs = (schema: LazySchema): SnapshotForm => ({ schema, toPlain: same, toStored: same });

export function text<V extends string = string>(schema: LazySchema = ({ z }) => z.string()): Plain<V> {
  return { type: 'text', suffix: '', store: same, load: same, snapshot: shownAsIs(schema) };
}

/** Column that contains the ID of this row or of another row. */
export const id = (): Plain<string> => text(({ z }) => z.string().min(1));

export function integer(schema: LazySchema = ({ z }) => z.int()): Plain<number> {
  return { type: 'integer', suffix: '', store: same, load: same, snapshot: shownAsIs(schema) };
}

/** Column of a boolean, stored as 0 or 1. */
export function flag(): Plain<boolean, number> {
  return {
    type: 'integer',
    suffix: '',
    store: Number,
    load: (stored) => stored === 1,
    snapshot: {
      schema: ({ z }) => z.boolean(),
      toPlain: (stored) => stored === 1,
      toStored: (plain) => (plain === true ? 1 : 0),
    },
  };
}

const instant = ({ z }: Shapes) => z.iso.datetime({ precision: 3 });
const toIso = (at: unknown): string => new Date(Number(at)).toISOString();
const fromIso = (at: unknown): number => Date.parse(String(at));

/** Column of a time in epoch milliseconds. Snapshots contain the time in ISO 8601. */
export function time(): Plain<number> {
  return { ...integer(), snapshot: { schema: instant, toPlain: toIso, toStored: fromIso } };
}

/** Columns of the times when a row was created and last changed. */
export const timestamps = () => ({ createdAt: time(), updatedAt: time() });

/** Column of bytes. Snapshots contain the bytes in base64. */
export function bytes(): Plain<Uint8Array> {
  return {
    type: 'bytes',
    suffix: '',
    store: same,
    load: same,
    snapshot: {
      schema: ({ z }) => z.base64(),
      toPlain: (stored) => (stored instanceof Uint8Array ? Buffer.from(stored).toString('base64') : ''),
      toStored: (plain) => new Uint8Array(Buffer.from(String(plain), 'base64')),
    },
  };
}

const SEALED = /^[A-Za-z0-9_-]+$/;

/** Column of encrypted text, unchanged in snapshots. Rows do not contain the column; the store decrypts its values. */
export function sealed(location: SealedColumnLocation): Plain<string> & Internal & Sealed {
  return {
    ...text(({ z }) => z.string().regex(SEALED, 'must be sealed text')),
    internal: true,
    sealed: location,
  };
}

/** Column of encrypted text or null. */
export function nullableSealed(location: SealedColumnLocation): Plain<string | null> & Internal & Sealed {
  return { ...nullable(sealed(location)), internal: true, sealed: location };
}

/** Sets the name of a column in the database. */
export function named<N extends string, T extends Column>(name: N, column: T): T & { readonly named: N } {
  return { ...column, named: name };
}

/** Column of a SHA-256 in hex, whose hashed value is not stored. */
export const sha256 = () => text(({ z }) => z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'));

const anything = ({ z }: Shapes) => z.unknown().refine((value) => value !== undefined, 'is missing');
export const freeForm = ({ z }: Shapes) => z.record(z.string(), z.unknown());

/** Column of a value stored as JSON text. */
export function json<V>(schema: LazySchema<V>): JsonColumn<V> {
  return jsonOf<V>(schema);
}

/** Column of a value stored as JSON text, which only the callers of the store validate. */
export function jsonOf<V>(schema: LazySchema = anything): JsonColumn<V> {
  return {
    type: 'text',
    suffix: '_json',
    store: (value) => stringifyExactJson(value) ?? 'null',
    // Only the store writes columns of the kind `jsonOf`, so their values are not validated again.
    load: (stored) => parseExactJson(stored) as V,
    snapshot: {
      schema,
      toPlain: (stored): unknown => parseExactJson(String(stored)),
      toStored: (plain) => stringifyExactJson(plain ?? null),
    },
  };
}

/** Column with the time of entry into each status. Snapshots contain the times in ISO 8601. */
export function history() {
  const convert = (value: unknown, at: (given: unknown) => unknown) =>
    Array.isArray(value) ? value.map((entry: { at?: unknown }) => ({ ...entry, at: at(entry.at) })) : [];
  return {
    ...json(({ z }) => z.array(z.object({ status: z.string(), at: z.number() }))),
    snapshot: {
      schema: (of: Shapes) =>
        of.z.array(of.z.strictObject({ status: of.z.string().min(1), at: instant(of) })),
      toPlain: (stored: unknown) => convert(parseExactJson(String(stored)), toIso),
      toStored: (plain: unknown) => stringifyExactJson(convert(plain, fromIso)),
    },
  };
}

/** Allows null in a column, except in a JSON column, because JSON text can be `null`. */
export function nullable<V, S>(column: Plain<V, S>): Plain<V | null, S | null> {
  const { snapshot } = column;
  return {
    ...column,
    nullable: true,
    store: (value) => (value === null ? null : column.store(value)),
    load: (stored) => (stored === null ? null : column.load(stored)),
    ...(snapshot && {
      snapshot: {
        ...snapshot,
        schema: (of) => snapshot.schema(of).nullable(),
        toPlain: (stored: unknown) => (stored === null ? null : snapshot.toPlain(stored)),
        toStored: (plain: unknown) => (plain === null ? null : snapshot.toStored(plain)),
      },
    }),
  };
}

/** Excludes a column from snapshots. New rows, and rows that are loaded from a snapshot, have the value `initial`. */
export function reset<V, S>(initial: V, column: Plain<V, S>): Plain<V, S> {
  const { snapshot: _, ...rest } = column;
  return { ...rest, initial };
}

/**
 * Column whose value is copied from a part of the property `from`. The column has the type and nullability of `like`.
 */
export function derived<V, S>(
  like: Plain<V, S>,
  from: string,
  make: (value: never) => V,
): Plain<V, S> & Internal {
  const copy = { from, make: (value: unknown) => like.store(make(value as never)) };
  const { snapshot: _, ...column } = like;
  return { ...column, internal: true, derived: copy };
}

/** Column of an auto-increment key that rows and snapshots contain. */
export const numbered = (): Plain<number> & Filled => ({
  ...integer(({ z }) => z.int().min(1)),
  type: 'ordinal',
  generated: true,
});

/** Column of an auto-increment key for the order of insertion. */
export function autoIncrement(): Plain<number> & Internal & Filled {
  const { snapshot: _, ...column } = numbered();
  return { ...column, internal: true };
}

/** Sets the value that the database stores if a row omits the column, for new rows and snapshots. */
export function filled<T extends Column>(absent: string | number | null, column: T): T & Filled {
  return { ...column, absent, generated: true };
}

/** Value of `queueWorkspace` columns for rows of earlier versions and of snapshots. Sorts before every workspace. */
export const UNKNOWN_WORKSPACE = '-';

/** Column of the workspace by which a row waits in a fair queue. Only the store uses the column. */
export const queueWorkspace = () =>
  internal(filled(UNKNOWN_WORKSPACE, reset<string, string>(UNKNOWN_WORKSPACE, text())));

/** Excludes a column from rows, so only the store uses the column. */
export function internal<T extends Column>(column: T): T & Internal {
  return { ...column, internal: true };
}

/** Converts the name of a property to a column name: `latestRevisionId` → `latest_revision_id`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the database names of a table's columns. */
export function storedNames<C extends Columns>(columns: C): (keyof TableOf<C>)[] {
  return Object.entries(columns).map(([name, column]) => storedName(name, column) as keyof TableOf<C>);
}

/** Converts rows of a table to and from the stored form. */
export interface RowMapper<C extends Columns> {
  /**
   * Returns every column of a row, except for columns that the database fills in. Omitted columns have their initial
   * values.
   */
  toColumns: (row: Partial<RowOf<C>>) => Insertable<TableOf<Unsealed<C>>>;
  /** Returns the columns of the given values, except for `undefined` values. */
  toChanges: (
    change: { readonly [K in keyof RowOf<C>]?: RowOf<C>[K] | undefined },
  ) => Updateable<TableOf<Unsealed<C>>>;
  toRow: (stored: Selectable<TableOf<Unsealed<C>>>) => RowOf<C>;
  first: (query: {
    executeTakeFirst: () => Promise<Selectable<TableOf<C>> | undefined>;
  }) => Promise<RowOf<C> | undefined>;
  all: (query: { execute: () => Promise<Selectable<TableOf<C>>[]> }) => Promise<RowOf<C>[]>;
}

/** Returns the database name of a column. */
export function storedName(property: string, { named: name, suffix }: Column): string {
  return name ?? snakeCase(property) + suffix;
}

export function rowMapper<C extends Columns>(columns: C): RowMapper<C> {
  const all = Object.entries(columns).map(([name, column]) => ({
    name,
    column,
    stored: storedName(name, column),
  }));
  const own = all.filter(({ column }) => column.internal !== true);
  const copies = all.flatMap(({ stored, column: { derived: copy } }) => (copy ? [{ stored, copy }] : []));
  const toChanges = (change: Readonly<Record<string, unknown>>) => {
    const changes: Record<string, unknown> = {};
    for (const { name, column, stored } of own) {
      const value = change[name];
      if (value !== undefined) changes[stored] = column.store(value);
    }
    for (const { stored, copy } of copies) {
      const value = change[copy.from];
      if (value !== undefined) changes[stored] = copy.make(value);
    }
    return changes;
  };
  const initial = Object.fromEntries(
    own.flatMap(({ name, column }) => (column.initial === undefined ? [] : [[name, column.initial]])),
  );
  const toRow = (row: object) => {
    const given = row as Readonly<Record<string, unknown>>;
    const loaded: Record<string, unknown> = {};
    for (const { name, column, stored } of own) loaded[name] = column.load(given[stored]);
    return loaded as RowOf<C>;
  };
  return {
    // The cast is needed, because TypeScript cannot infer the type that the loops below produce.
    toColumns: (row) => toChanges({ ...initial, ...row }) as Insertable<TableOf<Unsealed<C>>>,
    toChanges: (change) => toChanges(change) as Updateable<TableOf<Unsealed<C>>>,
    toRow,
    async first(query) {
      const row = await query.executeTakeFirst();
      return row && toRow(row);
    },
    all: async (query) => (await query.execute()).map(toRow),
  };
}
