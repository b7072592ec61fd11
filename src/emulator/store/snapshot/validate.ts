import { parseExactJson } from '../../../contract/exact-json.ts';
import { SnapshotError } from '../../ports/store-errors.ts';
import type { SnapshotProblem, SnapshotRow, StoreDump } from '../../ports/store.ts';
import * as shapes from '../../tables/shapes.ts';
import type { Migration } from '../migrations.ts';
import type { Tables } from '../schema.ts';
import { SNAPSHOT_TABLES, type SnapshotColumn, type SnapshotTable } from './tables.ts';

/** Rows of a valid snapshot, where every column exists and every reference is valid. */
export type ValidRows = ReadonlyMap<keyof Tables, readonly SnapshotRow[]>;

/**
 * Validates a dump before it is loaded: its version, the format of every row, and the relations between rows.
 * `migrations` contains this program's migrations, oldest first.
 * @throws SnapshotError with the position of each problem.
 */
export function validateDump(given: StoreDump, migrations: readonly Pick<Migration, 'name'>[]): ValidRows {
  if (!migrations.some(({ name }) => name === given.schema)) {
    throw new SnapshotError([
      {
        path: ['schema'],
        message: `this emulator supports schemas up to ${migrations.at(-1)?.name}. Create the snapshot with this version, or restore it with the version that created it`,
      },
    ]);
  }
  const problems: SnapshotProblem[] = [];
  const names: readonly string[] = SNAPSHOT_TABLES.map(({ name }) => name);
  for (const name of Object.keys(given.tables).filter((one) => !names.includes(one))) {
    problems.push({ path: ['tables', name], message: 'this table does not exist' });
  }
  const rows = new Map<keyof Tables, readonly SnapshotRow[]>();
  for (const table of SNAPSHOT_TABLES) rows.set(table.name, readTable(table, given, problems));
  if (problems.length === 0) {
    for (const table of SNAPSHOT_TABLES) checkTable(table, rows, problems);
    checkAcross(rows, problems);
  }
  if (problems.length > 0) throw new SnapshotError(problems);
  return rows;
}

function readTable(table: SnapshotTable, { tables }: StoreDump, problems: SnapshotProblem[]): SnapshotRow[] {
  const given = tables[table.name];
  if (given === undefined) {
    problems.push({ path: ['tables', table.name], message: 'is missing' });
    return [];
  }
  const row = shapes.z.strictObject(
    Object.fromEntries(table.columns.map(({ name, schema: one }) => [name, one(shapes)])),
  );
  return given.map((found, index) => {
    const whole = complete(found, table.columns);
    const { error } = row.safeParse(whole);
    for (const { path, message } of error?.issues ?? []) {
      problems.push({ path: ['tables', table.name, index, ...path.map(step)], message });
    }
    return whole;
  });
}

const step = (key: PropertyKey): string | number => (typeof key === 'number' ? key : String(key));

/** Returns the row with values for the columns that the row omits. */
function complete(row: SnapshotRow, columns: readonly SnapshotColumn[]): SnapshotRow {
  const omitted = columns.filter(({ name, absent }) => absent !== undefined && !Object.hasOwn(row, name));
  if (omitted.length === 0) return row;
  return {
    ...row,
    ...Object.fromEntries(omitted.map((column) => [column.name, column.toPlain(column.absent)])),
  };
}

/** Checks the unique keys and references of a table. */
function checkTable(table: SnapshotTable, rows: ValidRows, problems: SnapshotProblem[]): void {
  const own = rows.get(table.name) ?? [];
  const at = (index: number, ...path: string[]) => ['tables', table.name, index, ...path];
  for (const columns of table.unique) {
    const seen = new Map<string, number>();
    for (const [index, row] of own.entries()) {
      const key = JSON.stringify(columns.map((column) => row[column]));
      const first = seen.get(key);
      if (first === undefined) seen.set(key, index);
      else problems.push({ path: at(index), message: `has the same ${columns.join(', ')} as row ${first}` });
    }
  }
  for (const [column, other] of Object.entries(table.references)) {
    const there = new Set((rows.get(other as keyof Tables) ?? []).map(({ id }) => id));
    for (const [index, row] of own.entries()) {
      const named = row[column];
      if (named === null || there.has(named)) continue;
      problems.push({ path: at(index, column), message: `refers to none of the ${other}` });
    }
  }
}

/** Checks conditions that the program relies on, but that no key enforces. */
function checkAcross(rows: ValidRows, problems: SnapshotProblem[]): void {
  const all = (name: keyof Tables) => rows.get(name) ?? [];
  const owners = (name: keyof Tables) =>
    new Map(all(name).map((row) => [row['id'], row['deployment_id']] as const));
  const revisionOf = owners('revisions');
  for (const [index, row] of all('deployments').entries()) {
    for (const column of ['latest_revision_id', 'active_revision_id']) {
      const named = row[column];
      if (named === null || revisionOf.get(named) === row['id']) continue;
      problems.push({
        path: ['tables', 'deployments', index, column],
        message: 'refers to none of its revisions',
      });
    }
  }
  checkThreadValues(all('thread_values'), problems);
  const threadOf = owners('threads');
  const running = new Set<unknown>();
  for (const [index, row] of all('runs').entries()) {
    const path = ['tables', 'runs', index];
    if (threadOf.get(row['thread_id']) !== row['deployment_id']) {
      problems.push({
        path: [...path, 'deployment_id'],
        message: 'differs from the deployment of its thread',
      });
    }
    if (row['status'] !== 'running') continue;
    if (running.has(row['thread_id'])) {
      problems.push({ path: [...path, 'status'], message: 'another run of the thread is running' });
    }
    running.add(row['thread_id']);
  }
  for (const [index, row] of all('crons').entries()) {
    if (row['thread_id'] === null || threadOf.get(row['thread_id']) === row['deployment_id']) continue;
    problems.push({
      path: ['tables', 'crons', index, 'deployment_id'],
      message: 'differs from the deployment of its thread',
    });
  }
}

/** Checks that the parts of each thread's values are numbered from 0 and form JSON when they are joined. */
function checkThreadValues(rows: readonly SnapshotRow[], problems: SnapshotProblem[]): void {
  const parts = rows.map((row, index) => ({
    index,
    part: row['part'],
    text: row['text'],
    of: row['thread_id'],
  }));
  for (const values of Map.groupBy(parts, ({ of }) => of).values()) {
    values.sort((a, b) => Number(a.part) - Number(b.part));
    const [first] = values;
    const misnumbered = values.find(({ part }, at) => part !== at);
    if (misnumbered) {
      problems.push({
        path: ['tables', 'thread_values', misnumbered.index, 'part'],
        message: `must be ${values.indexOf(misnumbered)}, because the parts of a thread's values are numbered from 0`,
      });
    } else if (first && !isJson(values.map(({ text }) => text).join(''))) {
      problems.push({
        path: ['tables', 'thread_values', first.index, 'text'],
        message: "the parts of this thread's values do not form valid JSON",
      });
    }
  }
}

function isJson(text: string): boolean {
  try {
    parseExactJson(text);
    return true;
  } catch {
    return false;
  }
}
