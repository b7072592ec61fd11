import { setTimeout as delay } from 'node:timers/promises';
import { BACKOFF, backoffMs, retry } from '../../clients/retry.ts';
import type { Log } from '../ports/context.ts';
import { isUncertain, isUnavailable } from '../ports/store-errors.ts';
import { UsageError } from '../ports/usage-error.ts';
import { loadPostgres } from '../store/index.ts';
import { type Command, parseFlags } from './command.ts';
import { readEnvironment } from './environment.ts';
import { untilSignal } from './lifetime.ts';
import { refuseData } from './run.ts';

/** Migrates a PostgreSQL database to the schema of this program (docs/kubernetes/upgrades.md). */
export const migrate: Command = {
  usage: (program) => `usage: ${program} migrate

  migrates the database to the schema of this version, or creates the tables of a new database. Waits until the database
  is reachable, and while another process migrates the database. A migration that is stopped or fails changes nothing.

  EMULATOR_DATABASE_URL postgresql://…: the database
  --help                shows this text`,
  async run(argv, { env, print, log }) {
    parseFlags(argv, { help: { type: 'boolean', short: 'h' } });
    const { databaseUrl } = readEnvironment(env);
    if (databaseUrl === undefined) {
      throw new UsageError(
        'migrate needs a database: set EMULATOR_DATABASE_URL. An emulator migrates a data folder at its start',
      );
    }
    const stopped = untilSignal();
    const result = await Promise.race([
      migrateWhenAvailable(databaseUrl, { log }).catch(refuseData),
      stopped.then((signal) => ({ signal })),
    ]);
    // The database rolls back the migration of a process that has ended.
    if ('signal' in result) throw new Error(`stopped by ${result.signal}, and the database was not changed`);
    print(`${JSON.stringify(result)}\n`);
    const { applied, schema } = result;
    log(
      applied.length === 0
        ? `migrate: the database already has the schema ${schema}`
        : `migrate: the database has the schema ${schema} now; applied ${applied.join(', ')}`,
      { level: 'info' },
    );
    return 0;
  },
};

interface MigrateOptions {
  log: Log;
  /** Returns numbers in [0, 1), and determines the delays between attempts. */
  random?: () => number;
  sleep?: (ms: number) => Promise<void>;
}

/**
 * Migrates the database at a URL, and repeats attempts while the database is unreachable.
 * @throws StoreError `newer` or `unusable` if the database cannot be migrated.
 */
export async function migrateWhenAvailable(
  databaseUrl: string,
  { log, random = Math.random, sleep = delay }: MigrateOptions,
): Promise<{ applied: readonly string[]; schema: string }> {
  const { migrateDatabase } = await loadPostgres();
  let isLogged = false;
  const onBlocked = () =>
    log('migrate: a running statement blocks the migration, which is repeated', { level: 'info' });
  return retry(() => migrateDatabase(databaseUrl, { onBlocked }), {
    delayAfter(error, attempt) {
      // After a lost commit, the next attempt finds either nothing to do or the unchanged schema.
      if (!isUnavailable(error) && !isUncertain(error)) return undefined;
      if (!isLogged) log(`migrate: waiting for the database: ${error.message}`);
      isLogged = true;
      return backoffMs(attempt, random, BACKOFF.database);
    },
    sleep,
  });
}
