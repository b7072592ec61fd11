import type { UploadChunks, Uploads } from '../ports/store.ts';
import { uploadRows } from '../tables/deployments.ts';
import type { Context } from './context.ts';
import { hasNoChanges } from './json.ts';

/** Creates the methods that store and read the upload URLs and uploads of source tarballs. */
export function uploads(context: Context): Uploads {
  const select = () => context.db.selectFrom('uploads').selectAll();
  return {
    async insert(row) {
      await context.db.insertInto('uploads').values(uploadRows.toColumns(row)).execute();
    },
    async get(deploymentId, id) {
      return uploadRows.first(select().where('id', '=', id).where('deployment_id', '=', deploymentId));
    },
    async findByPath(deploymentId, path) {
      return uploadRows.first(select().where('deployment_id', '=', deploymentId).where('path', '=', path));
    },
    async update(id, change) {
      const changes = uploadRows.toChanges(change);
      if (hasNoChanges(changes)) return;
      await context.db.updateTable('uploads').set(changes).where('id', '=', id).execute();
    },
    async remove(id) {
      await context.db.deleteFrom('uploads').where('id', '=', id).execute();
    },
    async listUnused(before) {
      return uploadRows.all(
        select()
          .where('used', '=', 0)
          .where('created_at', '<', before)
          .where((e) => e.or([e('uploaded_at', 'is', null), e('uploaded_at', '<', before)]))
          .orderBy('id'),
      );
    },
    async listKept(deploymentId) {
      let query = select().where('used', '=', 1).where('content_id', 'is not', null);
      if (deploymentId !== undefined) query = query.where('deployment_id', '=', deploymentId);
      return uploadRows.all(query.orderBy('deployment_id').orderBy('id'));
    },
    async contentIds() {
      const rows = await context.db
        .selectFrom('uploads')
        .select('content_id')
        .where('content_id', 'is not', null)
        .execute();
      return new Set(rows.flatMap(({ content_id: id }) => id ?? []));
    },
  };
}

/** Creates the storage of uploaded content in chunks. */
export function uploadChunks(context: Context): UploadChunks {
  return {
    async put(contentId, position, bytes, at) {
      await context.db
        .insertInto('upload_chunks')
        .values({ content_id: contentId, position, bytes, size: bytes.length, written_at: at })
        .execute();
    },
    async get(contentId, position) {
      const row = await context.db
        .selectFrom('upload_chunks')
        .select('bytes')
        .where('content_id', '=', contentId)
        .where('position', '=', position)
        .executeTakeFirst();
      return row?.bytes;
    },
    async size(contentId) {
      const row = await context.db
        .selectFrom('upload_chunks')
        .select((e) => e.fn.sum<number | string | null>('size').as('size'))
        .where('content_id', '=', contentId)
        .executeTakeFirst();
      // A sum is converted, because a database can return a sum as a string.
      return row?.size === null || row?.size === undefined ? undefined : Number(row.size);
    },
    async remove(contentId) {
      await context.db.deleteFrom('upload_chunks').where('content_id', '=', contentId).execute();
    },
    async listIdle(before) {
      const rows = await context.db
        .selectFrom('upload_chunks')
        .select('content_id')
        .groupBy('content_id')
        .having((e) => e.fn.max('written_at'), '<', before)
        .orderBy('content_id')
        .execute();
      return rows.map(({ content_id: id }) => id);
    },
  };
}
