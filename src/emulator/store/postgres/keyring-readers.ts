import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { StoreError } from '../../ports/store-errors.ts';
import { instanceRows } from '../../tables/workspaces.ts';
import { type Keyring, parseKeyringSetting } from '../keyring.ts';
import type { Tables } from '../schema.ts';
import { postgresDialect } from './driver.ts';

const POLL_INTERVAL_MS = 100;

/** Instance that uses the database, with the keyring that it loaded at its start. */
interface KeyringUser {
  id: string;
  machine: string;
  leaseUntil: number;
  keyring: { primary: number; versions: ReadonlySet<number> };
}

/** Returns the live instances that use the database, except instances of a version that does not show its keyring. */
export async function keyringUsers(db: Kysely<Tables>): Promise<KeyringUser[]> {
  const rows = await db
    .selectFrom('instances')
    .selectAll()
    .where('lease_until', '>', postgresDialect.now)
    .execute();
  return rows.flatMap((row) => {
    const { id, machine, settings } = instanceRows.toRow(row);
    const keyring = parseKeyringSetting(settings['keyring']);
    return keyring === undefined ? [] : [{ id, machine, keyring, leaseUntil: row.lease_until }];
  });
}

/**
 * Waits until every live instance has the keyring's primary key, because an instance could otherwise not decrypt the
 * data keys that this process is about to encrypt. An instance without the key might have been killed, so it counts only
 * after it has renewed its lease. Returns false if an instance already uses a newer primary key.
 * @throws StoreError `keyring` if an instance without the key is running.
 */
export async function awaitReaders(db: Kysely<Tables>, { primary }: Keyring): Promise<boolean> {
  const leases = new Map<string, number>();
  for (;;) {
    const users = await keyringUsers(db);
    const lacking = users.filter(({ keyring }) => !keyring.versions.has(primary));
    const isNewest = users.every(({ keyring }) => keyring.primary <= primary);
    if (lacking.length === 0 || !isNewest) return isNewest;
    const running = lacking.find(({ id, leaseUntil }) => leaseUntil > (leases.get(id) ?? leaseUntil));
    if (running !== undefined) throw notDistributed(primary, running.machine);
    for (const { id, leaseUntil } of lacking) leases.set(id, leases.get(id) ?? leaseUntil);
    await delay(POLL_INTERVAL_MS);
  }
}

function notDistributed(primary: number, machine: string): StoreError {
  return new StoreError(
    'keyring',
    `The keyring's first key v${primary} would encrypt all secrets, but the emulator on ${machine} does not have the key. Put v${primary} behind the old key in the keyring, replace all emulators of the database, and only then put v${primary} first. Nothing was changed.`,
  );
}
