import { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import * as z from 'zod';

/** Decides what happens to a write, which `work` executes, and returns the result of the write. */
export type Interceptor = (write: Write, work: () => unknown) => unknown;

type Method = (...args: unknown[]) => unknown;

/** Functions of `node:fs/promises` that change files. A call of `open` counts only if its flags allow writing. */
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
 * Passes all writes of this process to `around`: statements of `node:sqlite`, and calls of the file system. The module
 * must be preloaded, because only later imports are intercepted.
 */
export function interceptWrites(around: Interceptor): void {
  watchStore(around);
  watchFiles(around);
  syncBuiltinESMExports();
}

/** All databases that this process has opened and used. */
export const databases = new Set<DatabaseSync>();

function watchStore(around: Interceptor): void {
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

function watchFiles(around: Interceptor): void {
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
      // The arguments of these calls may contain a key, so the trace omits the arguments.
      for (const name of HANDLE_CALLS) watch(prototype, name, () => undefined);
    }
    return handle;
  });
}

/** Returns whether the flags of an `open` allow writing. */
function writes(flags: unknown): boolean {
  return typeof flags === 'string' && /[wa+]/.test(flags);
}

/** Passes each start of a program to `around`. Calls `started` with the pid as soon as the program has one. */
export function interceptStarts(around: Interceptor, started: (pid: number, program: string) => void): void {
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
  // The names in the lists above must be functions of `target`, because `Reflect.apply` throws for any other value.
  const original = Reflect.get(target, name) as Method;
  const replacement = function replacement(this: Self, ...args: unknown[]): unknown {
    return by((...given) => Reflect.apply(original, this, given), this, args);
  };
  Reflect.set(target, name, replacement);
}

/** A change that outlives the process. */
export interface Write {
  /**
   * Kind of change. `store`: the data file. `lock`: the file that records the owner of the data. `files`: any other
   * file. `start`: a program that may outlive the process.
   */
  kind: 'store' | 'lock' | 'files' | 'start';
  /** Description of the change without parts that differ between runs. */
  what: string;
}

const CHANGES =
  /^\s*(insert|update|delete|replace|create|drop|alter|commit)\b|^\s*pragma\s+(application_id|journal_mode|user_version)\s*=|;\s*(insert|update|delete|create|drop|commit)\b/i;

/**
 * Returns the change that an SQL statement makes, or `undefined` if it changes nothing on disk. `file` is the
 * database's file.
 */
function storeWrite(sql: string, file: string | null): Write | undefined {
  if (!CHANGES.test(sql)) return undefined;
  const kind = file?.endsWith('.lock') === true ? 'lock' : 'store';
  return { kind, what: shortSql(sql) };
}

/** Returns the change that a file system call makes. */
function fileWrite(call: string, path: unknown): Write {
  const name = typeof path === 'string' ? path.split('/').slice(-2).join('/') : 'an open file';
  return { kind: 'files', what: withoutIds(`${call} ${name}`) };
}

/** Returns the start of a program, described by the program and its first argument that is not an option. */
function programStart(options: unknown): Write {
  const { file, args } = Program.catch({ file: 'a program', args: [] }).parse(options);
  const words = [file, ...args.slice(1).filter((word) => !/^-|=/.test(word))].slice(0, 2);
  return { kind: 'start', what: withoutIds(words.map((word) => path.basename(word)).join(' ')) };
}

const Program = z.object({ file: z.string(), args: z.array(z.string()) });

/** Returns the verb and the table of a statement, which distinguish places in the emulator's code. */
function shortSql(sql: string): string {
  const flat = sql.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase();
  const set = /^update (\w+) set (.*?) where/.exec(flat);
  if (set) return `update ${set[1]} (${columnsOf(set[2] ?? '')})`;
  const created =
    /^(insert into|delete from|create (?:unique )?(?:table|index)(?: if not exists)?|alter table|drop table) (\w+)/.exec(
      flat,
    );
  return created ? `${created[1]} ${created[2]}` : flat.slice(0, 60);
}

function columnsOf(assignments: string): string {
  return [...assignments.matchAll(/(\w+) = /g)].map((match) => match[1]).join(' ');
}

function withoutIds(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/[0-9a-f]{16,}/g, '<hash>')
    .replaceAll(/-[A-Za-z0-9]{6}(?=\/|$)/g, '-<any>');
}
