import type { Snapshots } from '../ports/store-snapshot.ts';
import type { Context } from './context.ts';
import { migrations } from './migrations.ts';
import { dumpTables, fingerprintOf } from './snapshot/dump.ts';
import { loadTables } from './snapshot/load.ts';
import { validateDump } from './snapshot/validate.ts';
import type { Vault } from './vault.ts';

export { SnapshotError } from './snapshot/error.ts';

/**
 * The whole store as data and back. `newVault` makes a vault over a transaction that knows no key yet: those of a
 * snapshot are others.
 */
export function snapshots(context: Context, newVault: (inside: Context) => Vault): Snapshots {
  const known = Object.keys(migrations(context.dialect)).toSorted();
  return {
    dump: (options) =>
      context.atomically(
        async (tx) => ({
          schema: known.at(-1) ?? '',
          tables: await dumpTables(tx, options),
        }),
        'snapshot',
      ),
    async load(dump, options = {}) {
      const rows = validateDump(dump, known);
      return context.atomically((tx) =>
        loadTables(tx, newVault(tx), rows, options.leaveOutUnreadable === true),
      );
    },
    fingerprint: () => context.atomically(fingerprintOf, 'snapshot'),
  };
}
