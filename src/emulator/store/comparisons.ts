import { sql } from 'kysely';
import type { ComparativeExperiments, DatasetShares } from '../ports/store.ts';
import { comparativeExperimentRows, datasetRows, datasetShareRows } from '../tables/evaluation.ts';
import type { Context } from './context.ts';

/** Creates the storage of comparative experiments. */
export function comparativeExperiments(context: Context): ComparativeExperiments {
  const select = () => context.db.selectFrom('comparative_experiments').selectAll();
  return {
    async insert(row) {
      await context.db
        .insertInto('comparative_experiments')
        .values(comparativeExperimentRows.toColumns(row))
        .execute();
    },
    get: (workspaceId, id) =>
      comparativeExperimentRows.first(select().where('workspace_id', '=', workspaceId).where('id', '=', id)),
    async list(datasetId, { limit, offset, ids, name, nameContains }) {
      let query = select().where('dataset_id', '=', datasetId);
      if (ids !== undefined) {
        if (ids.length === 0) return [];
        query = query.where('id', 'in', ids);
      }
      if (name !== undefined) query = query.where('name', '=', name);
      if (nameContains !== undefined) {
        query = query.where(context.dialect.contains(sql.ref('name'), nameContains));
      }
      return comparativeExperimentRows.all(query.orderBy('ordinal', 'desc').limit(limit).offset(offset));
    },
    async removeFeedback(id, limit) {
      const { numDeletedRows } = await context.db
        .deleteFrom('feedback')
        .where('id', 'in', (among) =>
          among.selectFrom('feedback').select('id').where('comparative_experiment_id', '=', id).limit(limit),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    async remove(id) {
      await context.db.deleteFrom('comparative_experiments').where('id', '=', id).execute();
    },
  };
}

const PURPOSE = 'share-tokens';
const place = (datasetId: string) => ({ resource: 'dataset-share', id: datasetId, field: 'token' });

/** Creates the storage of datasets' shares. */
export function datasetShares(context: Context): DatasetShares {
  return {
    async insert(workspaceId, row, token) {
      await context.atomically(async ({ db, vault }) => {
        const sealer = await vault.sealer(workspaceId, PURPOSE);
        const sealed = sealer.seal(place(row.datasetId), token);
        await db
          .insertInto('dataset_shares')
          .values({ ...datasetShareRows.toColumns(row), sealed })
          .execute();
      });
    },
    async tokenOf(workspaceId, datasetId) {
      const row = await context.db
        .selectFrom('dataset_shares')
        .select('sealed')
        .where('dataset_id', '=', datasetId)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const values = [{ place: place(datasetId), sealed: row.sealed }];
      const [token] = await context.vault.open(workspaceId, PURPOSE, values);
      return token;
    },
    findByHash: (tokenHash) =>
      datasetRows.first(
        context.db
          .selectFrom('dataset_shares')
          .innerJoin('datasets', 'datasets.id', 'dataset_shares.dataset_id')
          .selectAll('datasets')
          .where('dataset_shares.token_hash', '=', tokenHash),
      ),
    async remove(datasetId) {
      await context.db.deleteFrom('dataset_shares').where('dataset_id', '=', datasetId).execute();
    },
  };
}
