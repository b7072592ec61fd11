import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll } from '@jest/globals';
import { type PostgresServer, startPostgres } from '../../../harness/postgres/server.ts';
import type { EmulatorOptions } from '../../../src/emulator/index.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';

/** True if tests without their own database store the emulators' data in PostgreSQL (`npm run test:postgres`). */
const ON_POSTGRES = process.env['TEST_DATABASE'] === 'postgres';

interface Databases {
  server: PostgresServer;
  folder: string;
  /** Name of a database with all tables but no rows. */
  template: string;
  /** Database of each data folder, so that an emulator that starts again on the folder finds its data. */
  byFolder: Map<string, string>;
}
let opened: Promise<Databases> | undefined;
if (ON_POSTGRES) {
  afterAll(async () => {
    const databases = await opened;
    opened = undefined;
    await databases?.server.close();
    if (databases) await rm(databases.folder, { recursive: true, force: true });
  });
}

/**
 * Returns the options with a separate database, copied from the template, or the unchanged options without
 * `ON_POSTGRES`.
 */
export async function withTestDatabase(options: EmulatorOptions): Promise<EmulatorOptions> {
  if (!ON_POSTGRES || options.databaseUrl !== undefined) return options;
  opened ??= open();
  const { server, folder, template, byFolder } = await opened;
  const dataDir = options.dataDir ?? (await mkdtemp(join(folder, 'data-')));
  const known = byFolder.get(dataDir);
  if (known !== undefined) return { ...options, dataDir, databaseUrl: known };
  const databaseUrl = await server.freshDatabase(template);
  byFolder.set(dataDir, databaseUrl);
  return { ...options, dataDir, databaseUrl };
}

async function open(): Promise<Databases> {
  const server = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'test-database-'));
  const template = await server.freshDatabase();
  const store = await openStore({ location: template, keyring: await loadKeyring({}) });
  await store.close();
  // The key with which the template was opened must not become the key of its copies.
  await server.query(template, 'delete from agent_deploy_keyring');
  return { server, folder, template, byFolder: new Map() };
}
