import { type RawBuilder, sql } from 'kysely';
import type { WorkQueue } from '../ports/store.ts';
import { IS_CHANGING } from '../tables/deployments.ts';
import type { Context } from './context.ts';

/** Table of a fair queue, and the condition of its index for rows that wait. */
interface Queue {
  table: 'runs' | 'revisions' | 'deployments';
  where: string;
}
export const PENDING_RUNS: Queue = { table: 'runs', where: "status = 'pending'" };
const UNFINISHED_REVISIONS: Queue = { table: 'revisions', where: 'final = 0' };
const CHANGING_DEPLOYMENTS: Queue = { table: 'deployments', where: IS_CHANGING };

/**
 * Lists the workspaces with rows in a queue. The query jumps from one workspace to the next in the index, so its cost
 * does not depend on the number of waiting rows.
 */
export async function listWorkspaces(
  { db }: Pick<Context, 'db'>,
  { table, where }: Queue,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const next = (than: RawBuilder<unknown>) =>
    sql`select min(workspace_id) from ${sql.table(table)} where ${sql.raw(where)} and workspace_id > ${than}`;
  const { rows } = await sql<{ id: string }>`with recursive page(id, n) as (
    select (${next(sql`${after}`)}), 1
    union all
    select (${next(sql`page.id`)}), n + 1 from page where id is not null and n < ${sql.lit(limit)}
  ) select id from page where id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists deployments with pending runs. The query jumps from one deployment to the next in the index. */
export async function listDeployments(
  { db }: Pick<Context, 'db'>,
  cursors: readonly { workspaceId: string; after: string }[],
  perWorkspace: number,
): Promise<{ workspaceId: string; deploymentId: string }[]> {
  if (cursors.length === 0) return [];
  const next = (workspace: string, than: string) =>
    sql`select min(deployment_id) from runs where status = 'pending' and runs.workspace_id = ${sql.ref(workspace)} and deployment_id > ${sql.ref(than)}`;
  const first = sql.join(
    cursors.map(({ workspaceId, after }) => sql`select ${workspaceId} as id, ${after} as after_id`),
    sql` union all `,
  );
  const { rows } = await sql<{ workspaceId: string; deploymentId: string }>`
    with recursive page(workspace, deployment, n) as (
      select spaces.id, (${next('spaces.id', 'spaces.after_id')}), 1 from (${first}) as spaces
      union all
      select workspace, (${next('page.workspace', 'page.deployment')}), n + 1 from page
        where deployment is not null and n < ${sql.lit(perWorkspace)}
    )
    select workspace as "workspaceId", deployment as "deploymentId" from page where deployment is not null`.execute(
    db,
  );
  return rows;
}

/** Returns a condition that a column contains none of these IDs. A query lists the IDs once, for all its workspaces. */
function createExclusions(lists: Readonly<Record<string, readonly string[]>>) {
  const used = Object.entries(lists).filter(([, ids]) => ids.length > 0);
  const tables = used.map(
    ([name, ids]) =>
      sql`${sql.table(`ids_${name}`)}(id) as (values ${sql.join(ids.map((id) => sql`(${id})`))})`,
  );
  return {
    with: tables.length === 0 ? sql`` : sql`with ${sql.join(tables)} `,
    isNoneOf: (column: string, name: string) =>
      lists[name]?.length === 0
        ? sql`1 = 1`
        : sql`${sql.ref(column)} not in (select id from ${sql.table(`ids_${name}`)})`,
  };
}

/** Creates the methods that list the deployments and revisions that wait for the data plane. */
export function workQueue(context: Context): WorkQueue {
  const isClaimedByOther = (deployment: string, owner: string) =>
    sql`exists (select 1 from claims where kind = 'deployment' and name = ${sql.ref(deployment)} and owner != ${owner})`;
  // A revision that waits for its source has the status CREATING and lacks the source in its configuration.
  const hasSource = sql`(status != 'CREATING' or source not in ('internal_source', 'internal_docker')
    or ${context.dialect.contains(sql.ref('config_json'), '"source_tarball_path":"')}
    or ${context.dialect.contains(sql.ref('config_json'), '"image_uri":"')})`;
  const union = (parts: readonly RawBuilder<unknown>[]) =>
    sql.join(
      parts.map((part) => sql`select * from (${part}) as part`),
      sql` union all `,
    );
  /** Returns the parts of a query, in which the failed rows of each workspace follow the other rows. */
  const inEach = (
    workspaceIds: readonly string[],
    failed: readonly string[],
    one: (workspaceId: string, condition: RawBuilder<unknown>) => RawBuilder<unknown>,
  ) =>
    union(
      workspaceIds.flatMap((id) =>
        failed.length === 0
          ? [one(id, sql`1 = 1`)]
          : [
              one(id, sql`id not in (select id from ids_failed)`),
              one(id, sql`id in (select id from ids_failed)`),
            ],
      ),
    );
  return {
    async changing({ after, limit, perWorkspace, owner, busy, failed }) {
      const workspaceIds = await listWorkspaces(context, CHANGING_DEPLOYMENTS, { after, limit });
      if (workspaceIds.length === 0) return { workspaceIds, items: [] };
      const excluded = createExclusions({ ...busy, failed });
      const parts = inEach(
        workspaceIds,
        failed,
        (
          id,
          condition,
        ) => sql`select workspace_id as "workspaceId", id as "deploymentId", delete_forced as forced
          from deployments where ${sql.raw(IS_CHANGING)} and workspace_id = ${id} and ${condition}
          and (case when status != 'AWAITING_DELETE' then ${excluded.isNoneOf('id', 'preparing')}
            when delete_forced = 1 then ${excluded.isNoneOf('id', 'forcing')}
            else ${excluded.isNoneOf('id', 'deleting')} end) and not ${isClaimedByOther('deployments.id', owner)}
          order by ordinal limit ${sql.lit(perWorkspace)}`,
      );
      const { rows } = await sql<{
        workspaceId: string;
        deploymentId: string;
        forced: number;
      }>`${excluded.with}${parts}`.execute(context.db);
      const items = rows.map(({ forced, ...item }) => ({ ...item, isForced: forced === 1 }));
      return { workspaceIds, items };
    },
    async revisions({ after, limit, perWorkspace, owner, busy, failed, now }) {
      const workspaceIds = await listWorkspaces(context, UNFINISHED_REVISIONS, { after, limit });
      if (workspaceIds.length === 0) return { workspaceIds, items: [] };
      const excluded = createExclusions({ ...busy, failed });
      const parts = inEach(
        workspaceIds,
        failed,
        (id, condition) => sql`select workspace_id as "workspaceId", deployment_id as "deploymentId"
          from revisions where final = 0 and workspace_id = ${id} and ${condition} and ${hasSource}
          and (lease_owner is null or lease_owner = ${owner} or lease_until <= ${now})
          and ${excluded.isNoneOf('id', 'revisions')} and ${excluded.isNoneOf('deployment_id', 'changing')}
          and (status = 'CREATING' or ${excluded.isNoneOf('deployment_id', 'deployments')})
          and not ${isClaimedByOther('revisions.deployment_id', owner)}
          order by ordinal limit ${sql.lit(perWorkspace)}`,
      );
      const { rows: items } = await sql<{
        workspaceId: string;
        deploymentId: string;
      }>`${excluded.with}${parts}`.execute(context.db);
      return { workspaceIds, items };
    },
  };
}
