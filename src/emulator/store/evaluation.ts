import { type Kysely, sql } from 'kysely';
import type { Attachments, Datasets, ExampleRef, Examples } from '../ports/store.ts';
import {
  attachmentRows,
  datasetRows,
  datasetTagRows,
  datasetVersionRows,
  exampleRows,
} from '../tables/evaluation.ts';
import { batches, columnBatches } from './batches.ts';
import type { Context } from './context.ts';
import { deleteOfDataset } from './delete-in-batches.ts';
import { fromJson } from './json.ts';
import type { Tables } from './schema.ts';

/** Creates the methods that store and read datasets with their versions and tags. */
export function datasets(context: Context): Datasets {
  return { ...datasetsById(context), ...datasetVersions(context) };
}

type DatasetVersions = Pick<Datasets, 'addVersion' | 'findVersion' | 'listVersions' | 'putTag' | 'listTags'>;

function datasetsById(context: Context): Omit<Datasets, keyof DatasetVersions> {
  const select = (workspaceId: string) =>
    context.db.selectFrom('datasets').selectAll().where('workspace_id', '=', workspaceId);
  return {
    async insert(row) {
      await context.db.insertInto('datasets').values(datasetRows.toColumns(row)).execute();
    },
    get: (workspaceId, id) => datasetRows.first(select(workspaceId).where('id', '=', id)),
    async list(workspaceId, { limit, offset, ids, name, nameContains, dataTypes, before }) {
      let query = select(workspaceId);
      if (ids !== undefined) {
        if (ids.length === 0) return [];
        query = query.where('id', 'in', ids);
      }
      if (name !== undefined) query = query.where('name', '=', name);
      if (dataTypes !== undefined) query = query.where('data_type', 'in', dataTypes);
      if (before !== undefined) query = query.where('ordinal', '<', before);
      if (nameContains !== undefined) {
        query = query.where(context.dialect.contains(sql.ref('name'), nameContains));
      }
      return datasetRows.all(query.orderBy('ordinal', 'desc').limit(limit).offset(offset));
    },
    async count(workspaceId) {
      const row = await context.db
        .selectFrom('datasets')
        .select(sql<number>`count(*)`.as('count'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      return row.count;
    },
    async ordinalOf(id) {
      const row = await context.db
        .selectFrom('datasets')
        .select('ordinal')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.ordinal;
    },
    async counts({ id }) {
      const experiments = await context.db
        .selectFrom('projects')
        .select(sql<number>`count(*)`.as('count'))
        .where('dataset_id', '=', id)
        .executeTakeFirstOrThrow();
      const last = await context.db
        .selectFrom('projects')
        .select(sql<number>`coalesce(started_at, created_at)`.as('at'))
        .where('dataset_id', '=', id)
        .orderBy('ordinal', 'desc')
        .limit(1)
        .executeTakeFirst();
      return {
        examples: await countExamples(context.db, id),
        experiments: experiments.count,
        lastExperimentAt: last?.at ?? null,
      };
    },
    async update(id, change) {
      await context.db
        .updateTable('datasets')
        .set(datasetRows.toChanges(change))
        .where('id', '=', id)
        .execute();
    },
    async remove(id) {
      await context.atomically((tx) => deleteOfDataset(tx, id));
    },
  };
}

function datasetVersions(context: Context): DatasetVersions {
  const newest = async (db: Kysely<Tables>, id: string, at?: number) => {
    let query = db.selectFrom('dataset_versions').select('as_of').where('dataset_id', '=', id);
    if (at !== undefined) query = query.where('as_of', '<=', at);
    return (await query.orderBy('as_of', 'desc').limit(1).executeTakeFirst())?.as_of;
  };
  return {
    addVersion: (id, now) =>
      context.atomically(async ({ db }) => {
        const last = await newest(db, id);
        const asOf = last === undefined ? now : Math.max(now, last + 1);
        await db
          .insertInto('dataset_versions')
          .values(datasetVersionRows.toColumns({ datasetId: id, asOf }))
          .execute();
        return asOf;
      }),
    findVersion: (id, at) => newest(context.db, id, at),
    listVersions: (id, { limit, offset }) =>
      datasetVersionRows.all(
        context.db
          .selectFrom('dataset_versions')
          .selectAll()
          .where('dataset_id', '=', id)
          .orderBy('as_of', 'desc')
          .limit(limit)
          .offset(offset),
      ),
    async putTag(row) {
      const values = datasetTagRows.toColumns(row);
      await context.db
        .insertInto('dataset_tags')
        .values(values)
        .onConflict((conflict) => conflict.columns(['dataset_id', 'tag']).doUpdateSet(values))
        .execute();
    },
    listTags: (id) =>
      datasetTagRows.all(
        context.db.selectFrom('dataset_tags').selectAll().where('dataset_id', '=', id).orderBy('tag'),
      ),
  };
}

async function countExamples(db: Kysely<Tables>, datasetId: string): Promise<number> {
  const row = await db
    .selectFrom('examples')
    .select(sql<number>`count(*)`.as('count'))
    .where('dataset_id', '=', datasetId)
    .where('valid_to', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Creates the methods that store and read the states of examples. Each state is valid in some versions of a dataset.
 */
export function examples(context: Context): Examples {
  return { ...exampleStates(context), ...exampleReads(context) };
}

type Reads = Pick<Examples, 'refs' | 'metadata' | 'read'>;

function exampleStates(context: Context): Omit<Examples, keyof Reads> {
  const select = (workspaceId: string, exampleId: string) =>
    context.db
      .selectFrom('examples')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('example_id', '=', exampleId);
  return {
    async insert(rows) {
      await context.atomically(async ({ db }) => {
        for await (const batch of columnBatches(rows, exampleRows.toColumns)) {
          await db.insertInto('examples').values(batch).execute();
        }
      });
    },
    async find(workspaceId, exampleId, at) {
      const query = select(workspaceId, exampleId);
      if (at === undefined) return exampleRows.first(query.where('valid_to', 'is', null));
      return exampleRows.first(
        query
          .where('valid_from', '<=', at)
          .where((e) => e.or([e('valid_to', 'is', null), e('valid_to', '>', at)]))
          .orderBy('valid_from', 'desc')
          .limit(1),
      );
    },
    async datasetOf(workspaceId, exampleId) {
      const row = await select(workspaceId, exampleId)
        .orderBy('valid_from', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.dataset_id;
    },
    async nextPosition(datasetId) {
      const row = await context.db
        .selectFrom('examples')
        .select('position')
        .where('dataset_id', '=', datasetId)
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? 0 : row.position + 1;
    },
    count: (datasetId) => countExamples(context.db, datasetId),
    async end(workspaceId, exampleIds, at) {
      let ended = 0n;
      for (const batch of batches(exampleIds)) {
        const { numUpdatedRows } = await context.db
          .updateTable('examples')
          .set({ valid_to: at })
          .where('workspace_id', '=', workspaceId)
          .where('example_id', 'in', batch)
          .where('valid_to', 'is', null)
          .executeTakeFirst();
        ended += numUpdatedRows;
      }
      return Number(ended);
    },
    async erase(workspaceId, exampleIds) {
      let current = 0;
      for (const batch of batches(exampleIds)) {
        const deleted = await context.db
          .deleteFrom('examples')
          .where('workspace_id', '=', workspaceId)
          .where('example_id', 'in', batch)
          .returning('valid_to')
          .execute();
        current += deleted.filter((row) => row.valid_to === null).length;
      }
      return current;
    },
  };
}

function exampleReads(context: Context): Reads {
  /** Selects the states of examples with these keys. */
  const among = (workspaceId: string, refs: readonly ExampleRef[]) =>
    context.db
      .selectFrom('examples')
      .where('workspace_id', '=', workspaceId)
      .where(
        // The databases parse a list of pairs much faster than the equivalent conditions.
        sql<boolean>`(example_id, valid_from) in (values ${sql.join(
          refs.map(({ exampleId, validFrom }) => sql`(${exampleId}, cast(${validFrom} as bigint))`),
        )})`,
      );
  return {
    async refs(datasetId, { at, after, limit, offset = 0 }) {
      const rows = await context.db
        .selectFrom('examples')
        .select([
          'example_id',
          'valid_from',
          'position',
          sql<number>`octet_length(inputs_json) + octet_length(outputs_json) + octet_length(metadata_json)`.as(
            'bytes',
          ),
        ])
        .where('dataset_id', '=', datasetId)
        .where('position', '>', after)
        .where('valid_from', '<=', at)
        .where((e) => e.or([e('valid_to', 'is', null), e('valid_to', '>', at)]))
        .orderBy('position')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map((row) => ({
        exampleId: row.example_id,
        validFrom: row.valid_from,
        position: row.position,
        bytes: row.bytes,
      }));
    },
    async metadata(workspaceId, refs) {
      const found: { exampleId: string; metadata: Record<string, unknown> | null }[] = [];
      for (const batch of batches(refs)) {
        const rows = await among(workspaceId, batch).select(['example_id', 'metadata_json']).execute();
        for (const row of rows) {
          found.push({ exampleId: row.example_id, metadata: fromJson(row.metadata_json) });
        }
      }
      return found;
    },
    async read(workspaceId, refs) {
      const rows = [];
      for (const batch of batches(refs)) {
        rows.push(...(await exampleRows.all(among(workspaceId, batch).selectAll())));
      }
      return rows.toSorted((a, b) => a.position - b.position);
    },
  };
}

/** Creates the methods that store and read the attachments of examples and traced runs. */
export function attachments(context: Context): Attachments {
  return {
    async insert(rows) {
      // Each statement inserts one row, because rows can be large.
      for (const row of rows) {
        await context.db.insertInto('attachments').values(attachmentRows.toColumns(row)).execute();
      }
    },
    async copyToDataset(id, copy) {
      await sql`insert into attachments (id, dataset_id, project_id, mime_type, content)
        select ${copy.id}, ${copy.datasetId}, null, mime_type, content from attachments
        where id = ${id}`.execute(context.db);
    },
    get: (id) => attachmentRows.first(context.db.selectFrom('attachments').selectAll().where('id', '=', id)),
    async remove(ids) {
      for (const batch of batches(ids)) {
        await context.db.deleteFrom('attachments').where('id', 'in', batch).execute();
      }
    },
    async setProject(ids, projectId) {
      for (const batch of batches(ids)) {
        await context.db
          .updateTable('attachments')
          .set({ project_id: projectId })
          .where('id', 'in', batch)
          .execute();
      }
    },
    async mimeTypes(ids) {
      const found = new Map<string, string>();
      for (const batch of batches(ids)) {
        const rows = await context.db
          .selectFrom('attachments')
          .select(['id', 'mime_type'])
          .where('id', 'in', batch)
          .execute();
        for (const row of rows) found.set(row.id, row.mime_type);
      }
      return found;
    },
  };
}
