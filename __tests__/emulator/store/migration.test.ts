import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { migrations } from '../../../src/emulator/store/migrations/index.ts';
import { checkpointRow, writeRow } from './samples.ts';
import { kyselySqlite, sqliteDialect } from '../../../src/emulator/store/sqlite/dialect.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'store-migration-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** The header that marks a file as ours. */
const OURS = 'pragma application_id = 1097286768';

/** A data file as the version made it whose last migration this is. */
async function dataOf(last: string, location: string) {
  const database = new DatabaseSync(location);
  database.exec(OURS);
  const db = new Kysely<unknown>({ dialect: kyselySqlite(database) });
  const known = Object.entries(migrations(sqliteDialect)).filter(([name]) => name <= last);
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(known) },
  }).migrateToLatest();
  expect(error).toBeUndefined();
  return { db, database };
}

test('data of the first version is brought to this one with everything in it', async () => {
  const location = join(directory, 'emulator.sqlite');
  const { db, database } = await dataOf('0001_first', location);
  const config = (onPush: boolean) => JSON.stringify({ repo_url: 'r', build_on_push: onPush });
  database.exec(`
    insert into workspaces values ('w', 'acme', 0);
    insert into integrations values ('i', 'w', 'host', 1);
    insert into deployments (id, workspace_id, name, source, source_name, source_config_json, secret_references_json,
      status, created_at, updated_at)
    values ('on', 'w', 'on', 'git_host', 'github', '${config(true)}', 'null', 'READY', 1, 1),
      ('off', 'w', 'off', 'git_host', 'github', '${config(false)}', 'null', 'READY', 1, 1);
    insert into threads (id, deployment_id, status, metadata_json, values_json, interrupts_json, created_at, updated_at)
    values ('t', 'on', 'idle', '{}', '{"n":1}', '{}', 1, 7);
    insert into checkpoints values ('t', '', 'c', null, 'run', 'json', x'01', 'json', x'02');
    insert into checkpoint_writes values ('t', '', 'c', 'b', 0, 'said', 'json', x'03', null), ('t', '', 'c', 'a', 0, 'said', 'json', x'04', null);
    insert into revisions (id, deployment_id, seq, source, config_json, status, final, created_at, updated_at,
      history_json, fence)
    values ('r', 'on', 1, 'git_host', '{"repo_ref":"main"}', 'DEPLOYED', 1, 1, 1, '[]', 3);
  `);
  await db.destroy();

  const store = await openStore({ location, keyring: await loadKeyring({}), durable: false });
  try {
    expect((await store.deployments.listBuiltOnPush()).map(({ id }) => id)).toEqual(['on']);
    expect(await store.revisions.get('on', 'r')).toMatchObject({ status: 'DEPLOYED', fence: 3, push: null });
    expect(await store.threads.get('on', 't')).toMatchObject({
      values: { n: 1 },
      stateUpdatedAt: 7,
      expiry: null,
    });
    const bytes = (...of: number[]) => new Uint8Array(of);
    const row = checkpointRow('t', 'c', { runId: 'run', checkpoint: bytes(1), metadata: bytes(2) });
    expect(await store.checkpoints.get('t', '')).toEqual(row);
    expect(await store.checkpoints.languageOf('t')).toBe('javascript');
    expect(await store.checkpoints.writes('t', '', 'c')).toEqual([
      writeRow('t', 'c', { taskId: 'a', channel: 'said', value: bytes(4) }),
      writeRow('t', 'c', { taskId: 'b', channel: 'said', value: bytes(3) }),
    ]);
    expect(await store.checkpoints.hasCheckpointOfRun('t', '', 'run')).toBe(true);
    expect(await store.integrations.webhookSecret('i')).toBeNull();
    expect(await store.deployments.isDeleteForced('on')).toBe(false);
  } finally {
    await store.close();
  }
});

test('data that several emulators shared is free of their claims, and none of them writes to it any more', async () => {
  const location = join(directory, 'emulator.sqlite');
  const { db, database } = await dataOf('0020_priority', location);
  database.exec(`
    insert into instances (id, url, machine, settings_json, started_at, lease_until)
    values ('old', 'http://10.0.0.7:4400', 'm', '{}', 1, 9999999999999);
    insert into claims values ('deployment', 'd', 'old'), ('job', 'ref-poller', 'old');
    insert into workspaces (id, name, redact_secret_values) values ('w', 'acme', 0);
    insert into deployments (id, workspace_id, name, source, source_name, source_config_json, secret_references_json,
      status, created_at, updated_at)
    values ('d', 'w', 'd', 'git_host', 'github', '{"repo_url":"r"}', 'null', 'READY', 1, 1);
    insert into revisions (id, deployment_id, seq, source, config_json, status, final, created_at, updated_at,
      history_json, fence, lease_owner, lease_until)
    values ('r', 'd', 1, 'git_host', '{}', 'BUILDING', 0, 1, 1, '[]', 3, 'old', 9999999999999);
  `);
  await db.destroy();

  const store = await openStore({ location, keyring: await loadKeyring({}), durable: false });
  try {
    expect(await store.instances.listLive()).toEqual([]);
    expect(await store.instances.renew('old', 1)).toBe(false);
    expect(await store.revisions.update('r', { status: 'DEPLOYED' }, 3)).toBe(false);
    const next = { id: 'next', machine: 'm', settings: {} };
    await store.instances.join(next, 60_000);
    expect(await store.instances.claim('deployment', 'd', 'next')).toBe(true);
    expect(await store.revisions.claim('r', 'next', 1, 60_000, 'next')).toMatchObject({ fence: 5 });
  } finally {
    await store.close();
  }
});
