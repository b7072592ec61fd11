import { type Kysely, sql } from 'kysely';
import type { Context } from './context.ts';
import { StoreError } from './errors.ts';
import { envPlace, headerPlace } from './sandboxes.ts';
import type { WorkspaceLocation, Purpose } from './seal.ts';
import type { Tables } from './schema.ts';
import { secretPlace } from './workspace-secrets.ts';

interface Found {
  workspaceId: string;
  purpose: Purpose;
  place: WorkspaceLocation;
  sealed: string | null;
  /** What tells the row apart: the next page begins behind it. */
  key: string[];
}
/** The rows behind this key, in the order of their keys. */
type Find = (db: Kysely<Tables>, after: readonly string[]) => Promise<Found[]>;

/** Rows read at once. */
const BATCH = 1_000;

/** The values of workspaces' secrets, of opaque headers, and of sandboxes' variables. What opens nowhere is left out. */
export async function* allSandboxSecrets(context: Context): AsyncGenerator<string[]> {
  for (const find of [secrets, headers, variables]) {
    let after: readonly string[] | undefined = [];
    while (after !== undefined) {
      const rows: Found[] = await find(context.db, after);
      const values: string[] = [];
      for (const row of rows) values.push(...(await opened(context, row)));
      yield values;
      after = rows.at(-1)?.key;
    }
  }
}

async function opened({ vault }: Context, { workspaceId, purpose, place, sealed }: Found): Promise<string[]> {
  if (sealed === null) return [];
  try {
    const [clear = ''] = await vault.open(workspaceId, purpose, [{ place, sealed }]);
    // It opened, so it is what we sealed.
    return purpose === 'sandbox-environments'
      ? Object.values(JSON.parse(clear) as Record<string, string>)
      : [clear];
  } catch (error) {
    if (error instanceof StoreError && error.code === 'sealed') return [];
    throw error;
  }
}

const secrets: Find = async (db, [id = '']) => {
  const rows = await db
    .selectFrom('workspace_secrets')
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    purpose: 'workspace-secrets',
    place: secretPlace(row.name),
    sealed: row.sealed,
    key: [row.id],
  }));
};

const headers: Find = async (db, [sandboxId = '', ruleId = '', headerId = '']) => {
  const { rows } = await sql<{
    workspace_id: string;
    sandbox_id: string;
    rule_id: string;
    header_id: string;
    sealed: string;
  }>`select own.*, sandboxes.workspace_id
    from sandbox_header_values as own join sandboxes on sandboxes.id = own.sandbox_id
    where (own.sandbox_id, own.rule_id, own.header_id) > (${sandboxId}, ${ruleId}, ${headerId})
    order by own.sandbox_id, own.rule_id, own.header_id limit ${sql.lit(BATCH)}`.execute(db);
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    purpose: 'proxy-headers',
    place: headerPlace(row.sandbox_id, { ruleId: row.rule_id, headerId: row.header_id }),
    sealed: row.sealed,
    key: [row.sandbox_id, row.rule_id, row.header_id],
  }));
};

const variables: Find = async (db, [id = '']) => {
  const rows = await db
    .selectFrom('sandboxes')
    .select(['workspace_id', 'id', 'env'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    purpose: 'sandbox-environments',
    place: envPlace(row.id),
    sealed: row.env,
    key: [row.id],
  }));
};
