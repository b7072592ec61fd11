import type { Kysely } from 'kysely';
import type { SqlDialect } from '../database.ts';

/** Built revisions that replicas share, in pieces; their contents are chunks, as those of uploads are. */
export async function artifacts(
  db: Kysely<unknown>,
  { integer, tableEnd }: Pick<SqlDialect, 'integer' | 'tableEnd'>,
): Promise<void> {
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await table('artifact_pieces')
    .addColumn('content_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('size', integer, (column) => column.notNull())
    .addColumn('unpacked_size', integer, (column) => column.notNull())
    .addColumn('attributes_json', 'text', (column) => column.notNull())
    .addColumn('used_at', integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('artifact_pieces_place').on('artifact_pieces').column('place').execute();
  await table('artifacts')
    .addColumn('revision_id', 'text', (column) => column.notNull())
    .addColumn('content_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('artifacts_key', ['revision_id', 'content_id'])
    .addForeignKeyConstraint('artifacts_owner', ['revision_id'], 'revisions', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    // A piece stays while a revision is made of it.
    .addForeignKeyConstraint('artifacts_piece', ['content_id'], 'artifact_pieces', ['content_id'])
    .execute();
  await db.schema.createIndex('artifacts_content').on('artifacts').column('content_id').execute();
}
