import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { DeploymentView } from '../ports/store.ts';
import type { Context } from './context.ts';
import { fromColumns } from './deployment-columns.ts';
import { fromJson, type Json } from './json.ts';
import { prepared } from './prepared.ts';
import type { DeploymentsTable, RevisionsTable, Tables } from './schema.ts';
import { openSecrets } from './secrets.ts';

type Rows = SelectQueryBuilder<Tables, 'deployments', Selectable<DeploymentsTable>>;
type ViewRow = Selectable<DeploymentsTable> & {
  latest_config_json: RevisionsTable['config_json'] | null;
  redact_secret_values: number;
  secrets_json: Json<[position: number, name: string, sealed: string][]>;
};

/** These deployments with all that is shown of them, in one statement, so that it is of one moment. In any order. */
export function withViews(context: Context, rows: Rows) {
  return context.db
    .selectFrom(rows.as('page'))
    .innerJoin('workspaces', 'workspaces.id', 'page.workspace_id')
    .leftJoin('revisions', 'revisions.id', 'page.latest_revision_id')
    .selectAll('page')
    .select([
      'revisions.config_json as latest_config_json',
      'workspaces.redact_secret_values',
      (e) =>
        e
          .selectFrom('deployment_secrets as secret')
          .select(context.dialect.jsonAgg(['secret.position', 'secret.name', 'secret.sealed']).as('lists'))
          .whereRef('secret.deployment_id', '=', 'page.id')
          .$asScalar()
          .$notNull()
          .as('secrets_json'),
    ]);
}

/** One deployment of a workspace; of everything the emulator is asked for, what is asked for most. */
export const viewOfOne = prepared<ViewRow>((context, parameter) =>
  withViews(
    context,
    context.db
      .selectFrom('deployments')
      .selectAll()
      .where('workspace_id', '=', parameter(0))
      .where('id', '=', parameter(1)),
  ),
);

/** Reads a row of `withViews` and opens its secrets. @throws StoreError `sealed` when one is not where it was written. */
export async function viewFrom(context: Context, row: ViewRow): Promise<DeploymentView> {
  const secrets = fromJson(row.secrets_json)
    .toSorted(([a], [b]) => a - b)
    .map(([, name, sealed]) => ({ name, sealed }));
  return {
    row: fromColumns(row),
    latestConfig: row.latest_config_json === null ? undefined : fromJson(row.latest_config_json),
    secrets: await openSecrets(context, 'deployment', row.workspace_id, row.id, secrets),
    redactsSecrets: row.redact_secret_values === 1,
  };
}
