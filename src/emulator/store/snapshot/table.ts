import * as z from 'zod';
import { type Columns, snakeCase } from '../../tables/columns.ts';
import type { Tables } from '../schema.ts';
import { type Column, text, time } from './columns.ts';

export type PlainRow = Readonly<Record<string, unknown>>;

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
/** The migration that brought settings of a revision's own. */
export const SETTINGS = '0009_revision_settings';
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
