import { type Kysely, sql } from 'kysely';
import type { Secret } from '../../contract/source.ts';
import type { Context } from './context.ts';
import { prepared } from './prepared.ts';
import { StoreError } from '../ports/store-errors.ts';
import { envLocation, headerLocation, secretLocation } from './sandboxes.ts';
import type { Tables } from './schema.ts';
import type { WorkspaceLocation } from './seal.ts';
import type { KeyPurpose } from '../tables/columns.ts';

type Owner = 'deployment' | 'revision';

/** Returns a secret's location, which contains the ID of the deployment or revision and the secret's name. */
function place(owner: Owner, id: string, name: string) {
  return { resource: owner, id, field: `secrets[${name}]` };
}

/**
 * Replaces the secrets of a deployment or revision, in the given order. Callers must call `putSecrets` inside
 * `atomically`.
 */
export async function putSecrets(
  context: Context,
  owner: Owner,
  workspaceId: string,
  id: string,
  secrets: readonly Secret[],
): Promise<void> {
  if (owner === 'deployment') {
    await context.db.deleteFrom('deployment_secrets').where('deployment_id', '=', id).execute();
  } else {
    await context.db.deleteFrom('revision_secrets').where('revision_id', '=', id).execute();
  }
  if (secrets.length === 0) return;
  const sealer = await context.vault.sealer(workspaceId, 'deployment-secrets');
  const rows = secrets.map(({ name, value }, position) => ({
    position,
    name,
    sealed: sealer.seal(place(owner, id, name), value),
  }));
  if (owner === 'deployment') {
    await context.db
      .insertInto('deployment_secrets')
      .values(rows.map((row) => ({ deployment_id: id, ...row })))
      .execute();
  } else {
    await context.db
      .insertInto('revision_secrets')
      .values(rows.map((row) => ({ revision_id: id, ...row })))
      .execute();
  }
}

/**
 * Returns the decrypted secrets of a deployment or revision in order.
 * @throws StoreError `sealed` if a row was moved from another deployment or revision.
 */
export async function readSecrets(context: Context, owner: Owner, id: string): Promise<Secret[]> {
  const rows =
    owner === 'deployment'
      ? await context.db
          .selectFrom('deployment_secrets as secret')
          .innerJoin('deployments', 'deployments.id', 'secret.deployment_id')
          .select(['secret.name', 'secret.sealed', 'deployments.workspace_id'])
          .where('secret.deployment_id', '=', id)
          .orderBy('secret.position')
          .execute()
      : await context.db
          .selectFrom('revision_secrets as secret')
          .innerJoin('revisions', 'revisions.id', 'secret.revision_id')
          .innerJoin('deployments', 'deployments.id', 'revisions.deployment_id')
          .select(['secret.name', 'secret.sealed', 'deployments.workspace_id'])
          .where('secret.revision_id', '=', id)
          .orderBy('secret.position')
          .execute();
  const [first] = rows;
  if (first === undefined) return [];
  return openSecrets(context, owner, first.workspace_id, id, rows);
}

/**
 * Decrypts the secrets of one deployment or revision.
 * @throws StoreError `sealed` if a row was moved from another deployment or revision.
 */
export async function openSecrets(
  context: Context,
  owner: Owner,
  workspaceId: string,
  id: string,
  rows: readonly { name: string; sealed: string }[],
): Promise<Secret[]> {
  if (rows.length === 0) return [];
  const values = await context.vault.open(
    workspaceId,
    'deployment-secrets',
    rows.map(({ name, sealed }) => ({ place: place(owner, id, name), sealed })),
  );
  return rows.map(({ name }, index) => ({ name, value: values[index] ?? '' }));
}

/** Returns the ID of a deployment's workspace. @throws StoreError `conflict` if the deployment does not exist. */
export async function workspaceOf(context: Context, deploymentId: string): Promise<string> {
  const row = await prepared(context, 'workspace of deployment', { deploymentId }, (of) =>
    context.db.selectFrom('deployments').select('workspace_id').where('id', '=', of.deploymentId),
  ).executeTakeFirst();
  if (row === undefined) throw new StoreError('conflict', `Deployment ${deploymentId} does not exist.`);
  return row.workspace_id;
}

const BATCH = 1_000;

/** Yields the decrypted secrets of all deployments and revisions, except values that cannot be decrypted. */
export async function* allSecretValues(context: Context): AsyncGenerator<string[]> {
  for (const owner of ['deployment', 'revision'] as const) {
    let last: SealedRow | undefined;
    do {
      const rows = await sealedAfter(context, owner, last);
      const values: string[] = [];
      for (const row of rows) {
        const value = await openIfIntact(context, owner, row);
        if (value !== undefined) values.push(value);
      }
      yield values;
      last = rows.at(-1);
    } while (last !== undefined);
  }
}

async function openIfIntact(context: Context, owner: Owner, row: SealedRow): Promise<string | undefined> {
  try {
    const [secret] = await openSecrets(context, owner, row.workspace_id, row.id, [row]);
    return secret?.value;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'sealed') return undefined;
    throw error;
  }
}

interface SealedRow {
  id: string;
  position: number;
  name: string;
  sealed: string;
  workspace_id: string;
}

async function sealedAfter(
  context: Context,
  owner: Owner,
  last: SealedRow | undefined,
): Promise<SealedRow[]> {
  const id = sql.ref(`secret.${owner}_id`);
  const deployment =
    owner === 'deployment'
      ? sql`deployments on deployments.id = ${id}`
      : sql`revisions on revisions.id = ${id} join deployments on deployments.id = revisions.deployment_id`;
  const { rows } = await sql<SealedRow>`
    select ${id} as id, secret.position, secret.name, secret.sealed, deployments.workspace_id
    from ${sql.table(`${owner}_secrets`)} as secret join ${deployment}
    where (${id}, secret.position) > (${last?.id ?? ''}, ${last?.position ?? -1})
    order by ${id}, secret.position limit ${sql.lit(BATCH)}`.execute(context.db);
  return rows;
}

interface Found {
  workspaceId: string;
  purpose: KeyPurpose;
  place: WorkspaceLocation;
  sealed: string | null;
  /** Key of the row. The key of a page's last row is the argument `after` for the next page. */
  key: string[];
}
/** Returns the rows after the key `after`, in order. */
type Find = (db: Kysely<Tables>, after: readonly string[]) => Promise<Found[]>;

const SANDBOX_BATCH = 1_000;

/** Yields the secrets of workspaces and sandboxes, except values that cannot be decrypted. */
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
    // The emulator wrote the JSON of sandbox environments, so the JSON needs no validation.
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
    .limit(SANDBOX_BATCH)
    .execute();
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    purpose: 'workspace-secrets',
    place: secretLocation(row.name),
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
    order by own.sandbox_id, own.rule_id, own.header_id limit ${sql.lit(SANDBOX_BATCH)}`.execute(db);
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    purpose: 'proxy-headers',
    place: headerLocation(row.sandbox_id, { ruleId: row.rule_id, headerId: row.header_id }),
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
    .limit(SANDBOX_BATCH)
    .execute();
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    purpose: 'sandbox-environments',
    place: envLocation(row.id),
    sealed: row.env,
    key: [row.id],
  }));
};
