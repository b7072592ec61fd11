import {
  type ClientBase,
  type ClientConfig,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type PoolConfig,
  types as defaults,
} from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { StoreError } from '../../ports/store-errors.ts';
import { isDatabaseUrl } from '../database.ts';

export interface DatabaseAddress {
  /** Complete configuration for `pg`, including the password. */
  readonly config: ClientConfig;
  /** Schema of the tables, or `undefined` for the search path's first schema. */
  readonly schema: string | undefined;
  /** Host and database name for display, without user and password. */
  readonly display: string;
}

/**
 * Parses `postgresql://user:password@host:port/database` with libpq's parameters (`sslmode`, `host` of a socket's
 * folder, `options`). The URL's parameter `schema` selects the schema of the tables.
 * @throws StoreError `unusable` for an invalid URL. The error message contains no part of the URL, because the URL can
 * contain a password.
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  // The URL parser requires a host, but the URL of a socket can lack a host.
  const whole = url.replace(/^([a-z]+:\/\/[^/?#]*@)(?=[/?])/, '$1localhost');
  if (!isDatabaseUrl(url) || !URL.canParse(whole)) throw malformed();
  const parsed = new URL(whole);
  const schema = parsed.searchParams.get('schema') ?? undefined;
  parsed.searchParams.delete('schema');
  // The URL parser would decode a plus sign as a space, but libpq does not decode a plus sign.
  parsed.search = parsed.search.replaceAll('+', '%20');
  let config: ClientConfig;
  try {
    config = parseIntoClientConfig(parsed.href);
  } catch {
    throw malformed();
  }
  const database = config.database ?? config.user ?? '';
  const host = config.host ?? 'localhost';
  const at = host.startsWith('/') ? `the socket in ${host}` : `${host}:${config.port ?? '5432'}`;
  return {
    config,
    schema: schema === '' ? undefined : schema,
    display: `"${database}" on ${at}${schema ? `, schema "${schema}"` : ''}`,
  };
}

function malformed(): StoreError {
  return new StoreError(
    'unusable',
    'The database URL does not have the form postgresql://user:password@host:port/database. Special characters in the password must be percent-encoded.',
  );
}

/** Timeout of a statement in milliseconds. The client's own timeout detects an unresponsive server. */
const STATEMENT_MS = 30_000;
const LOCK_MS = 10_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
const CONNECT_MS = 10_000;
/**
 * Maximum number of connections per pool. The number is small, because several emulators can use the same server, which
 * accepts a hundred connections by default.
 */
const SESSIONS = 8;

export interface ConnectionPools {
  /** Pool for single read-only statements. Each statement sees the data that was committed before it began. */
  readonly readers: Pool;
  /** Pool for all other statements and for transactions. The default isolation is serializable. */
  readonly writers: Pool;
  end(): Promise<void>;
}

/** Returns the store's configuration for `pg`, also for connections outside the pools. */
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

/**
 * Creates the pools, which open up to `most` connections each, on demand. If `isLimited` is false, neither statements nor waits for locks
 * have a time limit.
 */
export function openPools(
  address: DatabaseAddress,
  { isLimited = true, most = SESSIONS } = {},
): ConnectionPools {
  const { query_timeout: limit, ...unlimited } = clientConfig(address);
  const pool = (settings: Record<string, string>) => {
    const made = new Pool({
      ...unlimited,
      ...(isLimited && { query_timeout: limit }),
      max: most,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, although its types do not say so
      onConnect: (client) => prepareSession(client, { ...sessionSettings(address, isLimited), ...settings }),
    });
    // Errors of idle connections are ignored, because the pool drops a lost connection, and the next user gets a new
    // connection or the error.
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

function sessionSettings({ schema }: DatabaseAddress, isLimited: boolean): Record<string, string> {
  return {
    statement_timeout: String(isLimited ? STATEMENT_MS : 0),
    lock_timeout: String(isLimited ? LOCK_MS : 0),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
    ...(schema === undefined ? {} : { search_path: `"${schema.replaceAll('"', '""')}"` }),
  };
}

async function prepareSession(client: ClientBase, settings: Record<string, string>): Promise<void> {
  // Errors of a connection in use are ignored, because the current statement reports the error to the user.
  client.on('error', () => undefined);
  const names = Object.keys(settings);
  const calls = names.map((_, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, false)`);
  await client.query(`select ${calls.join(', ')}`, Object.entries(settings).flat());
}

export type { PoolClient };

const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const TEXT = 25;

/** Servers since version 9.0 return bytes as "\x" with two hexadecimal digits per byte. */
const columnTypes: CustomTypesConfig = {
  getTypeParser(oid: number, format) {
    if (format !== 'binary') {
      if (oid === TEXT) return fromStorable;
      if (oid === INT8) return toNumber;
      if (oid === BYTEA) return toBytes;
      if (oid === BOOL) return (text: string) => text === 't';
    }
    return defaults.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

function toNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`an integer of the database is too large: ${text}`);
  return value;
}

function toBytes(text: string): Uint8Array {
  // Servers since version 9.0 return bytes as "\x" with two hexadecimal digits per byte.
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}

/** Converts a parameter to a value that `pg` accepts. */
export function toParameter(value: unknown): unknown {
  return typeof value === 'string' ? toStorable(value) : value;
}

// PostgreSQL cannot store the character NUL, but SQLite can, and both databases must return the same text. Two
// noncharacters, which Unicode reserves for internal use, therefore replace NUL.

const NUL = '\0';
const MARK = '\u{10fffe}';
const FOR_NUL = `${MARK}\u{10ffff}`;
const FOR_MARK = `${MARK}${MARK}`;

/** Converts a string to a string that PostgreSQL can store. */
export function toStorable(text: string): string {
  if (!text.includes(NUL) && !text.includes(MARK)) return text;
  return text.replaceAll(MARK, FOR_MARK).replaceAll(NUL, FOR_NUL);
}

/** Reverses the conversion of `toStorable`. */
export function fromStorable(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replaceAll(/\u{10fffe}([\u{10fffe}\u{10ffff}])/gu, (_, second: string) =>
    second === MARK ? MARK : NUL,
  );
}
