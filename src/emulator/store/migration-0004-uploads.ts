import type { Kysely } from 'kysely';
import type { SqlDialect } from './sql-dialect.ts';

/** Source tarballs: where they may be put, what was, and, for emulators that share a database, their contents. */
export async function uploads(db: Kysely<unknown>, { integer, bytes, tableEnd }: SqlDialect): Promise<void> {
  const table = (name: string) => {
    const builder = db.schema.createTable(name);
    return tableEnd === undefined ? builder : builder.modifyEnd(tableEnd);
  };
  await table('uploads')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('deployment_id', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('url_expires_at', integer, (column) => column.notNull())
    .addColumn('content_id', 'text')
    .addColumn('size', integer)
    .addColumn('sha256', 'text')
    .addColumn('uploaded_at', integer)
    .addColumn('used', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addUniqueConstraint('uploads_path', ['deployment_id', 'path'])
    .addForeignKeyConstraint('uploads_owner', ['deployment_id'], 'deployments', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  // No foreign key: contents outlive their rows until they are swept up, and come before them.
  await table('upload_chunks')
    .addColumn('content_id', 'text', (column) => column.notNull())
    .addColumn('position', integer, (column) => column.notNull())
    .addColumn('bytes', bytes, (column) => column.notNull())
    .addColumn('size', integer, (column) => column.notNull())
    .addColumn('written_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('upload_chunks_key', ['content_id', 'position'])
    .execute();
  // Serves the search for uploads that expire.
  await db.schema.createIndex('uploads_age').on('uploads').columns(['used', 'created_at']).execute();
}
