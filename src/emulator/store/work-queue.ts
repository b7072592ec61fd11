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

/** Creates the methods that list the deployments and revisions that wait for the data plane. */
export function workQueue(context: Context): WorkQueue {
  const isClaimedByOther = (deployment: string, owner: string) =>
    sql`exists (select 1 from claims where kind = 'deployment' and name = ${sql.ref(deployment)} and owner != ${owner})`;
  const isNoneOf = (column: string, ids: readonly string[]) =>
    ids.length === 0 ? sql`1 = 1` : sql`${sql.ref(column)} not in (${sql.join(ids)})`;
  // A revision that waits for its source has the status CREATING and lacks the source in its configuration.
  const hasSource = sql`(status != 'CREATING' or source not in ('internal_source', 'internal_docker')
    or ${context.dialect.contains(sql.ref('config_json'), '"source_tarball_path":"')}
    or ${context.dialect.contains(sql.ref('config_json'), '"image_uri":"')})`;
  const inEach = (workspaceIds: readonly string[], one: (workspaceId: string) => RawBuilder<unknown>) =>
    sql.join(
      workspaceIds.map((id) => sql`select * from (${one(id)}) as part`),
      sql` union all `,
    );
  return {
    async changing({ after, limit, perWorkspace, owner, busy }) {
      const workspaceIds = await listWorkspaces(context, CHANGING_DEPLOYMENTS, { after, limit });
      if (workspaceIds.length === 0) return { workspaceIds, items: [] };
      const { rows } = await sql<{ workspaceId: string; deploymentId: string; forced: number }>`${inEach(
        workspaceIds,
        (id) => sql`select workspace_id as "workspaceId", id as "deploymentId", delete_forced as forced
          from deployments where ${sql.raw(IS_CHANGING)} and workspace_id = ${id}
          and (case when status = 'AWAITING_DELETE'
            then delete_forced = 1 or ${isNoneOf('id', busy.deleting)}
            else ${isNoneOf('id', busy.preparing)} end) and not ${isClaimedByOther('deployments.id', owner)}
          order by ordinal limit ${sql.lit(perWorkspace)}`,
      )}`.execute(context.db);
      const items = rows.map(({ forced, ...item }) => ({ ...item, isForced: forced === 1 }));
      return { workspaceIds, items };
    },
    async revisions({ after, limit, perWorkspace, owner, busy, now }) {
      const workspaceIds = await listWorkspaces(context, UNFINISHED_REVISIONS, { after, limit });
      if (workspaceIds.length === 0) return { workspaceIds, items: [] };
      const { rows: items } = await sql<{ workspaceId: string; deploymentId: string }>`${inEach(
        workspaceIds,
        (id) => sql`select workspace_id as "workspaceId", deployment_id as "deploymentId"
          from revisions where final = 0 and workspace_id = ${id} and ${hasSource}
          and (lease_owner is null or lease_owner = ${owner} or lease_until <= ${now})
          and ${isNoneOf('id', busy.revisions)} and ${isNoneOf('deployment_id', busy.changing)}
          and (status = 'CREATING' or ${isNoneOf('deployment_id', busy.deployments)})
          and not ${isClaimedByOther('revisions.deployment_id', owner)}
          order by ordinal limit ${sql.lit(perWorkspace)}`,
      )}`.execute(context.db);
      return { workspaceIds, items };
    },
  };
}
