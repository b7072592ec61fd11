import type { EmulatorContext } from '../ports/context.ts';
import type { StoreCondition } from '../ports/store-condition.ts';
import { StoreError } from '../ports/store-errors.ts';
import { CheckUnknown, type HealthCheck } from './health.ts';

/**
 * Returns the checks of one replica: the database responds, its schema and the keyring match this replica, the lease is
 * valid, and the cluster responds. Without a lease or a cluster, its check is omitted.
 *
 * @param checkCluster Sends a request to the cluster, and resolves with a readable result.
 */
export function healthChecks(
  { store, replica }: Pick<EmulatorContext, 'store' | 'replica'>,
  checkCluster: (() => Promise<string>) | undefined,
): HealthCheck[] {
  // The three checks of one reading share the queries.
  let reading: Promise<StoreCondition> | undefined;
  const condition = (): Promise<StoreCondition> => {
    reading ??= store.condition().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  /** Reads the condition for a check that has no result while the database does not respond. */
  const known = () =>
    condition().catch((cause: unknown): never => {
      if (isNewer(cause)) throw cause;
      throw new CheckUnknown('unknown, because the database could not be read', { cause });
    });
  const checks: HealthCheck[] = [
    {
      name: 'database',
      async run() {
        // A database with an unknown schema responds; the check of the schema reports it.
        await condition().catch((error: unknown) => {
          if (!isNewer(error)) throw error;
        });
        return 'the database responds';
      },
    },
    {
      name: 'schema',
      async run() {
        const { schema, unapplied } = await known();
        if (unapplied.length === 0) return `schema ${schema}`;
        throw new Error(
          `The schema lacks ${unapplied.join(', ')}: another version of the control plane migrated the database. Upgrade all replicas to the same version.`,
        );
      },
    },
    {
      name: 'keyring',
      async run() {
        const { missingKeys, otherKeys } = await known();
        const names = (versions: readonly number[]) => versions.map((version) => `v${version}`).join(', ');
        if (otherKeys.length > 0) {
          throw new Error(
            `The keyring's ${names(otherKeys)} differs from the key that encrypts stored secrets. Restore the keyring that belongs to this database.`,
          );
        }
        if (missingKeys.length === 0) return 'the keyring contains every key that the data needs';
        throw new Error(
          `The keyring lacks ${names(missingKeys)}, which encrypts stored secrets. Add this version to the keyring again.`,
        );
      },
    },
  ];
  if (replica.lease() !== undefined) {
    checks.push({
      name: 'lease',
      async run() {
        const lease = replica.lease();
        const age = `renewed ${((lease?.ageMs ?? 0) / 1_000).toFixed(1)} s ago`;
        if (lease !== undefined && !lease.isLost && lease.ageMs <= lease.leaseMs) return age;
        throw new Error(
          `The lease has ended (${age}), so other replicas take over this replica's work. Check the connection to the database and its load.`,
        );
      },
    });
  }
  if (checkCluster !== undefined) checks.push({ name: 'cluster', run: checkCluster });
  return checks;
}

const isNewer = (error: unknown): boolean => error instanceof StoreError && error.code === 'newer';
