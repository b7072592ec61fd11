import { createHash, type Hash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { withGit } from '../../git/program.ts';
import { findCheckout } from '../../git/repository.ts';
import type { ActionError } from '../outcome.ts';
import { displayPath } from './sizes.ts';
import type { Entry } from './survey.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The only commit whose files may be packed. */
export interface ExactCommit {
  commit: string;
  /** The commit in messages, such as `the approved commit`. */
  name: string;
  /** Returns the error of a checkout that is not exactly this commit; `why` is a clause without a full stop. */
  refuse: (why: string) => ActionError;
}

/** Git's hash of the content of each file and link in a commit, by path relative to the packed folder. */
export type CommitFiles = ReadonlyMap<string, { kind: Entry['kind']; hash: string }>;

/** Time limit for git in real milliseconds. */
const LIMIT_MS = 120_000;

/**
 * Reads the files of a commit below a folder from the objects of the checkout. Throws ActionError if another commit is
 * checked out, or if the folder is not in a checkout. Git reads neither the configuration nor the hooks of the
 * checkout.
 */
export async function readCommitFiles(
  folder: string,
  ceiling: string,
  { commit, name, refuse }: ExactCommit,
  env: Env,
  signal: AbortSignal,
): Promise<CommitFiles> {
  const checkout = await findCheckout(folder, await realpath(ceiling));
  const found =
    checkout &&
    (await withGit(env, signal, async (git) => {
      const { gitDir } = await git.facade(checkout);
      const call = { cwd: gitDir, gitDir, limitMs: LIMIT_MS };
      const head = await git.run(['rev-parse', '--verify', '-q', 'HEAD^{commit}'], call);
      const tree = await git.run(['ls-tree', '-r', '-z', '--full-tree', commit], call);
      return {
        head: head.kind === 'ended' && head.code === 0 ? head.stdout.toString().trim() : 'unknown',
        tree: tree.kind === 'ended' && tree.code === 0 ? tree.stdout.toString('utf8') : undefined,
      };
    }));
  if (checkout === undefined || found === undefined) {
    throw refuse('source-path is not in a checkout that git can read');
  }
  if (found.head !== commit || found.tree === undefined) {
    throw refuse(`the checkout is at ${found.head}, but ${name} is ${commit}`);
  }
  const prefix = path.relative(checkout.top, folder).split(path.sep).join('/');
  const files = new Map<string, { kind: Entry['kind']; hash: string }>();
  for (const line of found.tree.split('\0')) {
    const [, mode = '', hash, file] = /^(\d+) blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    const inner = file === undefined ? undefined : below(prefix, file);
    if (hash !== undefined && inner !== undefined)
      files.set(inner, { kind: mode === '120000' ? 'link' : 'file', hash });
  }
  return files;
}

function below(prefix: string, name: string): string | undefined {
  if (prefix === '') return name;
  return name.startsWith(`${prefix}/`) ? name.slice(prefix.length + 1) : undefined;
}

/** Compares the bytes that are packed with the files of a commit. */
export interface CommitCheck {
  /** Must be called with each chunk of a file, in the order of the file's content. */
  add(entry: Extract<Entry, { kind: 'file' }>, chunk: Uint8Array): void;
  /**
   * Throws ActionError if a packed entry differs from the commit or is not in the commit, or if a file of the commit
   * was chosen for the archive but `exists` does not contain it.
   */
  finish(entries: readonly Entry[], chosen: readonly string[], exists: ReadonlySet<string>): void;
}

/** Creates a check of the bytes that are packed. */
export function createCommitCheck(
  files: CommitFiles,
  { name, refuse }: Pick<ExactCommit, 'name' | 'refuse'>,
): CommitCheck {
  const hashes = new Map<string, Hash>();
  const begin = (entry: Entry, size: number): Hash => {
    const algorithm = files.get(entry.path)?.hash.length === 64 ? 'sha256' : 'sha1';
    return createHash(algorithm).update(`blob ${size}\0`);
  };
  return {
    add(entry, chunk) {
      const hash = hashes.get(entry.path) ?? begin(entry, entry.size);
      hashes.set(entry.path, hash.update(chunk));
    },
    finish(entries, chosen, exists) {
      // The archive never contains names that are not valid UTF-8.
      const expected = chosen.filter((file) => files.has(file) && !file.includes('\uFFFD'));
      const missing = expected.find((file) => !exists.has(file));
      if (missing !== undefined) throw refuse(`${displayPath(missing)} of ${name} is missing`);
      for (const entry of entries) {
        const inCommit = files.get(entry.path);
        if (inCommit === undefined) {
          throw refuse(`${displayPath(entry.path)} is not a file of ${name}`);
        }
        const hash =
          entry.kind === 'file' ? (hashes.get(entry.path) ?? begin(entry, 0)) : hashOf(entry, begin);
        if (inCommit.kind !== entry.kind || hash.digest('hex') !== inCommit.hash) {
          throw refuse(`${displayPath(entry.path)} differs from the file of ${name}`);
        }
      }
    },
  };
}

function hashOf(entry: Extract<Entry, { kind: 'link' }>, begin: (entry: Entry, size: number) => Hash): Hash {
  const target = Buffer.from(entry.target);
  return begin(entry, target.length).update(target);
}
