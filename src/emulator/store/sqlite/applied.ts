import { type Kysely, sql } from 'kysely';
import { APPLIED, type Migration, MIGRATIONS, readApplied, supported } from '../migrations.ts';
import type { Tables } from '../schema.ts';

/** Table where builds before the first release stored the names of their migrations. */
const BEFORE_RELEASE = 'kysely_migration';

/**
 * Returns the names of a file's applied migrations, or an empty list for a new file, without changing anything.
 * @throws StoreError `newer` if the file has a migration that needs a program with more than the `known` migrations.
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
  return supported(await readApplied(db, table), known);
}
