import path from 'node:path';
import * as z from 'zod';

/** One change a process makes to what outlives it. */
export interface Write {
  /**
   * `store`: the data file. `lock`: the file beside it that names its owner. `files`: anything else on disk. `start`: no
   * file, but a program that may go on without the process.
   */
  kind: 'store' | 'lock' | 'files' | 'start';
  /** What is changed, without what differs from one run to the next. */
  what: string;
}

const CHANGES =
  /^\s*(insert|update|delete|replace|create|drop|alter|commit)\b|^\s*pragma\s+(application_id|journal_mode|user_version)\s*=|;\s*(insert|update|delete|create|drop|commit)\b/i;

/** The write a statement of SQL is, or undefined for one that changes nothing on disk. `file`: the database's. */
export function storeWrite(sql: string, file: string | null): Write | undefined {
  if (!CHANGES.test(sql)) return undefined;
  const kind = file?.endsWith('.lock') === true ? 'lock' : 'store';
  return { kind, what: shortSql(sql) };
}

/** The write that a call of the file system is. */
export function fileWrite(call: string, path: unknown): Write {
  const name = typeof path === 'string' ? path.split('/').slice(-2).join('/') : 'an open file';
  return { kind: 'files', what: withoutIds(`${call} ${name}`) };
}

/** The start of a program, told apart by it and by the first of its arguments that is no option. */
export function programStart(options: unknown): Write {
  const { file, args } = Program.catch({ file: 'a program', args: [] }).parse(options);
  const words = [file, ...args.slice(1).filter((word) => !/^-|=/.test(word))].slice(0, 2);
  return { kind: 'start', what: withoutIds(words.map((word) => path.basename(word)).join(' ')) };
}

const Program = z.object({ file: z.string(), args: z.array(z.string()) });

/** Verb and table of a statement: enough to tell the places of the program apart. */
function shortSql(sql: string): string {
  const flat = sql.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase();
  const set = /^update (\w+) set (.*?) where/.exec(flat);
  if (set) return `update ${set[1]} (${columnsOf(set[2] ?? '')})`;
  const made =
    /^(insert into|delete from|create (?:unique )?(?:table|index)(?: if not exists)?|alter table|drop table) (\w+)/.exec(
      flat,
    );
  return made ? `${made[1]} ${made[2]}` : flat.slice(0, 60);
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
