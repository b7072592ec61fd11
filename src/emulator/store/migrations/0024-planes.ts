import type { Kysely } from 'kysely';
import type { SqlDialect } from '../database.ts';

/** What tells the objects of this control plane from those of others in a cluster: one row, once it was asked for. */
export async function planes(db: Kysely<unknown>, { tableEnd }: SqlDialect): Promise<void> {
  const builder = db.schema.createTable('planes');
  await (tableEnd === undefined ? builder : builder.modifyEnd(tableEnd))
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('id', 'text', (column) => column.notNull())
    .execute();
}
