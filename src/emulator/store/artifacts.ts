import type { ArtifactRows, ArchiveOrigin } from '../ports/store.ts';
import { artifactArchiveRows } from '../tables/deployments.ts';
import type { Context } from './context.ts';

/** Creates the methods that store and read the list of archives of each built revision, without the contents. */
export function artifactRows(context: Context): ArtifactRows {
  /** Selects the archives, newest first, but never an archive whose deployment or source is null. */
  const archivesFor = ({ deploymentId, source }: ArchiveOrigin, archivePath: string) =>
    context.db
      .selectFrom('artifact_pieces')
      .selectAll()
      .where('deployment_id', '=', deploymentId)
      .where('source', '=', source)
      .where('place', '=', archivePath)
      .orderBy('used_at', 'desc')
      .orderBy('content_id')
      .limit(1);
  return {
    async insertArchive(row) {
      await context.db.insertInto('artifact_pieces').values(artifactArchiveRows.toColumns(row)).execute();
    },
    async findBuiltArchive(origin, archivePath) {
      return artifactArchiveRows.first(archivesFor(origin, archivePath).where('is_built', '=', 1));
    },
    async findArchive(origin, archivePath, digest) {
      return artifactArchiveRows.first(archivesFor(origin, archivePath).where('digest', '=', digest));
    },
    async setAttributes(contentId, attributes) {
      await context.db
        .updateTable('artifact_pieces')
        .set(artifactArchiveRows.toChanges({ attributes }))
        .where('content_id', '=', contentId)
        .execute();
    },
    async put(revisionId, contentIds, now) {
      await context.atomically(async ({ db }) => {
        await db.deleteFrom('artifacts').where('revision_id', '=', revisionId).execute();
        await db
          .updateTable('artifact_pieces')
          .set(artifactArchiveRows.toChanges({ usedAt: now }))
          .where('content_id', 'in', [...contentIds])
          .execute();
        // A later build cannot replace published packages, because the later build may be hostile.
        await db
          .updateTable('artifact_pieces')
          .set(artifactArchiveRows.toChanges({ isBuilt: true }))
          .where('content_id', 'in', [...contentIds])
          .where((e) =>
            e.not(
              e.exists(
                e
                  .selectFrom('artifact_pieces as earlier')
                  .select('earlier.content_id')
                  .whereRef('earlier.deployment_id', '=', 'artifact_pieces.deployment_id')
                  .whereRef('earlier.source', '=', 'artifact_pieces.source')
                  .whereRef('earlier.place', '=', 'artifact_pieces.place')
                  .where('earlier.is_built', '=', 1),
              ),
            ),
          )
          .execute();
        await db
          .insertInto('artifacts')
          .values(contentIds.map((content_id) => ({ revision_id: revisionId, content_id })))
          .execute();
      });
    },
    async archivesOf(revisionId) {
      return artifactArchiveRows.all(
        context.db
          .selectFrom('artifact_pieces')
          .innerJoin('artifacts', 'artifacts.content_id', 'artifact_pieces.content_id')
          .selectAll('artifact_pieces')
          .where('artifacts.revision_id', '=', revisionId)
          .orderBy('artifact_pieces.place'),
      );
    },
    async revisions() {
      const rows = await context.db.selectFrom('artifacts').select('revision_id').distinct().execute();
      return rows.map((row) => row.revision_id);
    },
    async remove(revisionId) {
      await context.db.deleteFrom('artifacts').where('revision_id', '=', revisionId).execute();
    },
    async removeUnused(before, archivePath = '') {
      const rows = await context.db
        .deleteFrom('artifact_pieces')
        .where((e) => e.or([e('used_at', '<', before), e('place', '=', archivePath)]))
        .where('content_id', 'not in', (e) => e.selectFrom('artifacts').select('artifacts.content_id'))
        .returning('content_id')
        .execute();
      return rows.map((row) => row.content_id);
    },
    async contentIds() {
      const rows = await context.db.selectFrom('artifact_pieces').select('content_id').execute();
      return new Set(rows.map((row) => row.content_id));
    },
  };
}
