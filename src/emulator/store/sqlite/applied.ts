import { type Kysely, sql } from 'kysely';
import { APPLIED, type Migration, MIGRATIONS, readApplied, refuseUnknown } from '../migrations.ts';
import type { Tables } from '../schema.ts';

/** The table in which builds before the first release kept the names of their migrations. */
const BEFORE_RELEASE = 'kysely_migration';

/**
 * The applied migrations of a file; none: the file is new. Changes nothing.
 * @throws StoreError `newer` when the file has a migration that is not `known`.
 */
export async function appliedInFile(
  db: Kysely<Tables>,
  known: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  const { rows: found } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name in (${APPLIED}, ${BEFORE_RELEASE})`.execute(
    db,
  );
  const table = found.at(0)?.name;
  if (table === undefined) return [];
  const applied = await readApplied(db, table);
  refuseUnknown(applied, known);
  return applied;
}
