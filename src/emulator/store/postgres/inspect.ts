import { Kysely, sql } from 'kysely';
import type { StoreCondition } from '../../ports/store-condition.ts';
import { readCondition } from '../condition.ts';
import { createMasterKeys } from '../data-keys.ts';
import { loadKeyring } from '../keyring.ts';
import type { Tables } from '../schema.ts';
import { openPools, parseDatabaseUrl } from './connection.ts';
import { kyselyPostgres } from './driver.ts';
import { appliedInSchema } from './migrate.ts';

/** Facts about a database, which were read without changing anything. */
export interface DatabaseFacts {
  /** Host and name of the database, without user and password. */
  readonly display: string;
  /** Version of the server, such as `15.4`. */
  readonly version: string;
  /** Median duration of a statement in milliseconds. */
  readonly latencyMs: number;
  /** Time of the server's clock, in epoch milliseconds. */
  readonly now: number;
  /** State of the schema and the keys, or `undefined` for a database without tables. */
  readonly condition: StoreCondition | undefined;
}

/** Number of statements that are measured. */
const STATEMENTS = 5;

/**
 * Reads the version, the clock, the latency and the schema of a database.
 * @throws StoreError `unavailable`, `unusable`, `newer` or `keyring`, each with advice.
 */
export async function inspectDatabase(url: string, keyringFile: string | undefined): Promise<DatabaseFacts> {
  const address = parseDatabaseUrl(url);
  const pools = openPools(address);
  try {
    const db = new Kysely<Tables>({ dialect: kyselyPostgres(pools) });
    const read = async () => {
      const startedAt = performance.now();
      // The clock and the version are read in one statement, like the statements of a replica.
      const { rows } = await sql<{ version: string; now: number | string }>`
        select current_setting('server_version') as version,
          (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
      return { ...rows[0], ms: performance.now() - startedAt };
    };
    // The first statement also opens the connection, so it is not measured.
    let last = await read();
    const durations: number[] = [];
    for (let count = 0; count < STATEMENTS; count += 1) {
      last = await read();
      durations.push(last.ms);
    }
    const now = Number(last.now);
    const appliedMigrations = () => appliedInSchema(db, address);
    const isEmpty = (await appliedMigrations()).length === 0;
    const keys = createMasterKeys(await loadKeyring({ file: keyringFile }));
    return {
      display: address.display,
      version: last.version ?? 'unknown',
      latencyMs: durations.toSorted((a, b) => a - b)[Math.floor(STATEMENTS / 2)] ?? 0,
      now,
      condition: isEmpty ? undefined : await readCondition({ db, appliedMigrations }, keys),
    };
  } finally {
    await pools.end();
  }
}
