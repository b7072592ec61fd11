import { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { fileWrite, programStart, storeWrite, type Write } from './writes.ts';

/** Carries a write out, or does not; gives what the write gives. */
export type Around = (write: Write, work: () => unknown) => unknown;

type Method = (...args: unknown[]) => unknown;

/** Calls of `node:fs/promises` that change something; `open` only when it may write. */
const FILE_CALLS = [
  'mkdir',
  'mkdtemp',
  'writeFile',
  'appendFile',
  'rename',
  'rm',
  'unlink',
  'link',
  'symlink',
  'chmod',
  'utimes',
];
const SYNC_FILE_CALLS = ['mkdirSync', 'writeFileSync', 'rmSync', 'unlinkSync', 'renameSync', 'linkSync'];
const HANDLE_CALLS = ['writeFile', 'write', 'appendFile', 'truncate', 'sync'];

/**
 * Puts `around` between this process and everything it writes: statements of `node:sqlite`, calls of the file system.
 * Only what is imported after it is watched in full, so it is to be preloaded.
 */
export function watchWrites(around: Around): void {
  watchStore(around);
  watchFiles(around);
  syncBuiltinESMExports();
}

/** Every database this process opened and used. */
export const databases = new Set<DatabaseSync>();

function watchStore(around: Around): void {
  const files = new WeakMap<object, string | null>();
  replace(DatabaseSync.prototype, 'prepare', (original, self, args) => {
    databases.add(self);
    const statement = original(...args);
    if (typeof statement === 'object' && statement !== null) files.set(statement, self.location());
    return statement;
  });
  replace(DatabaseSync.prototype, 'exec', (original, self, args) => {
    databases.add(self);
    const write = storeWrite(String(args[0]), self.location());
    return write ? around(write, () => original(...args)) : original(...args);
  });
  replace(DatabaseSync.prototype, 'close', (original, self, args) => {
    databases.delete(self);
    return original(...args);
  });
  for (const name of ['run', 'all', 'get']) {
    replace(StatementSync.prototype, name, (original, self, args) => {
      const write = storeWrite(self.sourceSQL, files.get(self) ?? null);
      return write ? around(write, () => original(...args)) : original(...args);
    });
  }
}

function watchFiles(around: Around): void {
  const watch = (target: object, name: string, path = (args: unknown[]) => args[0]) =>
    replace(target, name, (original, _, args) =>
      around(fileWrite(name, path(args)), () => original(...args)),
    );
  for (const name of FILE_CALLS) watch(fs.promises, name);
  for (const name of SYNC_FILE_CALLS) watch(fs, name);
  replace(fs, 'openSync', (original, _, args) =>
    writes(args[1]) ? around(fileWrite('openSync', args[0]), () => original(...args)) : original(...args),
  );
  let handles = false;
  replace(fs.promises, 'open', async (original, _, args) => {
    const opened = () => original(...args);
    const handle: unknown = await (writes(args[1]) ? around(fileWrite('open', args[0]), opened) : opened());
    const prototype: unknown =
      typeof handle === 'object' && handle !== null ? Object.getPrototypeOf(handle) : null;
    if (!handles && typeof prototype === 'object' && prototype !== null) {
      handles = true;
      // Their arguments are what is written, perhaps a key: it belongs into no trace.
      for (const name of HANDLE_CALLS) watch(prototype, name, () => undefined);
    }
    return handle;
  });
}

/** Whether the flags of an `open` let it write. */
function writes(flags: unknown): boolean {
  return typeof flags === 'string' && /[wa+]/.test(flags);
}

/** Puts `around` between this process and every program it starts; `started` is told its pid as soon as it has one. */
export function watchStarts(around: Around, started: (pid: number, program: string) => void): void {
  replace(ChildProcess.prototype, 'spawn', (original, self, args) =>
    around(programStart(args[0]), () => {
      const result = original(...args);
      if (self.pid !== undefined) started(self.pid, self.spawnargs.join(' '));
      return result;
    }),
  );
}

function replace<Self extends object>(
  target: Self,
  name: string,
  by: (original: Method, self: Self, args: unknown[]) => unknown,
): void {
  // What these objects hold under these names are functions; `Reflect.apply` below would say so otherwise.
  const original = Reflect.get(target, name) as Method;
  const replacement = function replacement(this: Self, ...args: unknown[]): unknown {
    return by((...given) => Reflect.apply(original, this, given), this, args);
  };
  Reflect.set(target, name, replacement);
}
