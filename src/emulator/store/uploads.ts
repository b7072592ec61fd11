import type { Selectable } from 'kysely';
import type { UploadChunks, UploadRow, Uploads } from '../ports/store.ts';
import type { Context } from './context.ts';
import type { UploadsTable } from './schema.ts';

/** Source tarballs by deployment: where they may be put, and what was. */
export function uploads(context: Context): Uploads {
  const select = () => context.db.selectFrom('uploads').selectAll();
  return {
    async insert(row) {
      await context.db.insertInto('uploads').values(toColumns(row)).execute();
    },
    async get(deploymentId, id) {
      const row = await select()
        .where('id', '=', id)
        .where('deployment_id', '=', deploymentId)
        .executeTakeFirst();
      return row && fromColumns(row);
    },
    async findByPath(deploymentId, path) {
      const row = await select()
        .where('deployment_id', '=', deploymentId)
        .where('path', '=', path)
        .executeTakeFirst();
      return row && fromColumns(row);
    },
    async update(id, { contentId, size, sha256, uploadedAt, used }) {
      const change = {
        ...(contentId === undefined ? {} : { content_id: contentId }),
        ...(size === undefined ? {} : { size }),
        ...(sha256 === undefined ? {} : { sha256 }),
        ...(uploadedAt === undefined ? {} : { uploaded_at: uploadedAt }),
        ...(used === undefined ? {} : { used: used ? 1 : 0 }),
      };
      if (Object.keys(change).length === 0) return;
      await context.db.updateTable('uploads').set(change).where('id', '=', id).execute();
    },
    async remove(id) {
      await context.db.deleteFrom('uploads').where('id', '=', id).execute();
    },
    async listUnused(before) {
      const rows = await select()
        .where('used', '=', 0)
        .where('created_at', '<', before)
        .where((e) => e.or([e('uploaded_at', 'is', null), e('uploaded_at', '<', before)]))
        .orderBy('id')
        .execute();
      return rows.map(fromColumns);
    },
    async listKept(deploymentId) {
      let query = select().where('used', '=', 1).where('content_id', 'is not', null);
      if (deploymentId !== undefined) query = query.where('deployment_id', '=', deploymentId);
      const rows = await query.orderBy('deployment_id').orderBy('id').execute();
      return rows.map(fromColumns);
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

/** Contents in pieces. */
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
      // A database may give sums as text.
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

function toColumns(row: UploadRow): Selectable<UploadsTable> {
  return {
    id: row.id,
    deployment_id: row.deploymentId,
    path: row.path,
    token_hash: row.tokenHash,
    url_expires_at: row.urlExpiresAt,
    content_id: row.contentId,
    size: row.size,
    sha256: row.sha256,
    uploaded_at: row.uploadedAt,
    used: row.used ? 1 : 0,
    created_at: row.createdAt,
  };
}

function fromColumns(row: Selectable<UploadsTable>): UploadRow {
  return {
    id: row.id,
    deploymentId: row.deployment_id,
    path: row.path,
    tokenHash: row.token_hash,
    urlExpiresAt: row.url_expires_at,
    contentId: row.content_id,
    size: row.size,
    sha256: row.sha256,
    uploadedAt: row.uploaded_at,
    used: row.used === 1,
    createdAt: row.created_at,
  };
}
