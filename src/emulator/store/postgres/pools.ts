import { type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { DatabaseAddress } from './address.ts';
import { columnTypes } from './values.ts';

/** Milliseconds. Nothing may hang for ever; the client's own limit is for a server that says nothing at all. */
const STATEMENT_MS = 30_000;
const LOCK_MS = 10_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
const CONNECT_MS = 10_000;
/** Of each kind: a server takes a hundred by default, and there may be several of us. */
const SESSIONS = 8;

/** The connections of one store. */
export interface ConnectionPools {
  /** For single statements that only read: each sees what was committed when it began. */
  readonly readers: Pool;
  /** For everything else: what is done there is serialisable, single statements as well. */
  readonly writers: Pool;
  end(): Promise<void>;
}

/** What `pg` needs to connect as the store does: for a connection beside the pools too. */
export function clientConfig({ config }: DatabaseAddress): PoolConfig {
  return {
    application_name: 'agent-deploy-emulator',
    ...config,
    types: columnTypes,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS + LOCK_MS,
  };
}

/** Opens the pools; connections are made when they are needed. */
export function openPools(address: DatabaseAddress): ConnectionPools {
  const pool = (settings: Record<string, string>) => {
    const made = new Pool({
      ...clientConfig(address),
      max: SESSIONS,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its types say
      onConnect: (client) => prepareSession(client, { ...sessionSettings(address), ...settings }),
    });
    // An idle connection was lost: the pool has dropped it, and the next user gets a new one or the error.
    made.on('error', () => undefined);
    return made;
  };
  const readers = pool({ default_transaction_read_only: 'on' });
  const writers = pool({ default_transaction_isolation: 'serializable' });
  return {
    readers,
    writers,
    end: async () => {
      await Promise.all([readers.end(), writers.end()]);
    },
  };
}

/** What every session is set to. */
export function sessionSettings({ schema }: DatabaseAddress): Record<string, string> {
  return {
    statement_timeout: String(STATEMENT_MS),
    lock_timeout: String(LOCK_MS),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
    ...(schema === undefined ? {} : { search_path: `"${schema.replaceAll('"', '""')}"` }),
  };
}

async function prepareSession(client: ClientBase, settings: Record<string, string>): Promise<void> {
  // One that breaks while it is nobody's, or in use: whoever uses it gets the error of their statement.
  client.on('error', () => undefined);
  const names = Object.keys(settings);
  const calls = names.map((_, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, false)`);
  await client.query(`select ${calls.join(', ')}`, Object.entries(settings).flat());
}

export type { PoolClient };
