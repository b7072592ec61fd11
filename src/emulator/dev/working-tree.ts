import { lstat, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from '../../git/program.ts';
import { parseGraphConfig } from '../../graph-config/parse.ts';
import { resolveInside } from '../../os/checkout-reader.ts';
import { openPlainFile, readPlainText, WRITTEN_MAX_BYTES } from '../../os/plain-file.ts';
import type { AgentFolder } from './agent-folder.ts';
import { isOfOtherTools, isTextFile, NEVER_DEPLOYED, type PrintedLines } from './relevance.ts';

const NEVER_WATCHED = new Set(
  NEVER_DEPLOYED.filter((pattern) => !pattern.includes('*')).map((pattern) => pattern.replace('/', '')),
);

/** Timeout of one git process, in milliseconds. */
const LIMIT_MS = 120_000;

/** Error for a working tree that cannot be read. */
export class SnapshotFailure extends Error {
  override readonly name = 'SnapshotFailure';
}

/** Runs git on the working tree and resolves with git's output. `of` selects a repository other than `gitDir`. */
type RunGit = (
  args: string[],
  more?: { env?: Record<string, string>; input?: string; of?: string },
) => Promise<string>;

/** Creates a function that runs git in `root` with the repository `gitDir`, and throws SnapshotFailure if git fails. */
export function gitRunner(git: Git, root: string, gitDir: string): RunGit {
  return async (args, more = {}) => {
    const end = await git.run(args, {
      cwd: root,
      gitDir: more.of ?? gitDir,
      workTree: root,
      ...(more.env === undefined ? {} : { env: more.env }),
      limitMs: LIMIT_MS,
      ...(more.input === undefined ? {} : { input: more.input }),
    });
    if (end.kind === 'blocked') {
      throw new SnapshotFailure(
        `${end.file} is a pipe or a device, so git would wait for it forever. Remove it, or replace it by a regular file`,
      );
    }
    if (end.kind !== 'ended') throw new SnapshotFailure(`git ${args[0]} timed out in ${root}`);
    if (end.code !== 0) {
      throw new SnapshotFailure(
        `git ${args[0]} could not read ${root} (exit code ${end.code}). Check for unreadable files and for a damaged repository`,
      );
    }
    return end.stdout.toString('utf8');
  };
}

/** Files of a working tree at git's last listing. */
interface WorkingTree {
  /**
   * Returns the paths to deploy, and the file that the graph configuration specifies as `env`, all relative to the
   * root.
   */
  list(): Promise<{ environment: string | undefined; entries: string[] }>;
  /** Returns whether the path, relative to the root, is never deployed, although git might list it. */
  isLeftOut(entry: string): boolean;
  isIgnored(file: string): boolean;
  /** Returns whether a changed file starts a deployment. `deployed` contains the files of the last snapshot. */
  isRelevant(file: string, deployed: ReadonlySet<string>): Promise<boolean>;
}

/**
 * Creates the list of an agent's files. Without a checkout, `run` never reads the index of the snapshots' repository
 * `gitDir`. `createSnapshots` describes `leftOut` and `printed`.
 */
export function createWorkingTree(
  agent: AgentFolder,
  git: Git,
  run: RunGit,
  { gitDir, leftOut, printed }: { gitDir: string; leftOut: string; printed: PrintedLines },
): WorkingTree {
  const { root } = agent;
  const outside = isAtOrAbove(root, leftOut)
    ? path.relative(root, leftOut).split(path.sep).join('/')
    : undefined;
  let ignoredFolders: ReadonlySet<string> = new Set();
  let trackedExceptions: ReadonlySet<string> = new Set();
  let trackedFiles: ReadonlySet<string> = new Set();
  let environmentPath: string | undefined;
  /** Files that receive this program's output, relative to the root. */
  const outputs = new Set<string>();

  const isLeftOut = (entry: string) =>
    outputs.has(entry) || (outside !== undefined && (entry === outside || entry.startsWith(`${outside}/`)));

  return {
    isLeftOut,
    isIgnored(file) {
      if (isAtOrAbove(leftOut, file) && outside !== undefined) return true;
      if (environmentPath !== undefined && isAtOrAbove(file, environmentPath)) return false;
      const parts = path.relative(root, file).split(path.sep);
      if (parts.some((part) => NEVER_WATCHED.has(part))) return !trackedExceptions.has(file);
      return parts.some((_, index) => ignoredFolders.has(path.join(root, ...parts.slice(0, index + 1))));
    },
    async isRelevant(file, deployed) {
      const entry = path.relative(root, file).split(path.sep).join('/');
      if (isOfOtherTools(entry)) return false;
      if (entry === agent.configPath || file === environmentPath || trackedFiles.has(entry)) return true;
      const stat = await statOf(file);
      // Changed files of a folder are reported separately, and files of a deleted folder are found in the previous
      // snapshot.
      if (stat?.isDirectory() === true) return false;
      if (stat === undefined && !deployed.has(entry))
        return [...deployed].some((one) => one.startsWith(`${entry}/`));
      if (outputs.has(entry) || !isTextFile(file)) return stat?.isSymbolicLink() === true;
      if (stat?.isFile() === true && printed.areIn(await readEnd(file))) outputs.add(entry);
      return !outputs.has(entry);
    },
    async list() {
      const { repository } = agent;
      const facade = repository && (await git.facade(repository));
      // Without a checkout, no file is tracked, so git must not read the index of the snapshots' repository.
      const untracked = { env: { GIT_INDEX_FILE: path.join(gitDir, 'no-index') } };
      const from = facade === undefined ? untracked : { env: facade.index, of: facade.gitDir };
      const exclude = ['--exclude-standard', ...NEVER_DEPLOYED.flatMap((pattern) => ['-x', pattern])];
      const others = ['--others', ...exclude];
      const listing = [
        run(['ls-files', '-z', '-t', '--cached', ...others], from),
        run(['ls-files', '-z', ...others, '--ignored', '--directory'], from),
      ] as const;
      // All git processes must exit before their folder is removed, even if one of them fails.
      await Promise.allSettled(listing);
      const [listed, ignored] = await Promise.all(listing);
      const { tracked, added } = splitListing(listed);
      if (facade !== undefined) await rm(facade.gitDir, { recursive: true, force: true });
      ignoredFolders = new Set(
        entriesOf(ignored)
          .filter((entry) => entry.endsWith('/'))
          .map((entry) => path.join(root, entry.slice(0, -1))),
      );
      trackedFiles = new Set(tracked);
      trackedExceptions = new Set(tracked.flatMap(unwatchedPaths).map((entry) => path.join(root, entry)));
      const environment = await environmentFile(agent);
      environmentPath = environment === undefined ? undefined : path.join(root, environment);
      const entries = new Set([...tracked, ...added]);
      return { environment, entries: [...entries].filter((entry) => !isLeftOut(entry)) };
    },
  };
}

/** Returns a tracked file and its parent folders, starting with the outermost path that the watcher would skip. */
function unwatchedPaths(entry: string): string[] {
  const parts = entry.split('/');
  const first = parts.findIndex((part) => NEVER_WATCHED.has(part));
  return first === -1 ? [] : parts.slice(first).map((_, at) => parts.slice(0, first + at + 1).join('/'));
}

const isAtOrAbove = (folder: string, file: string): boolean =>
  file === folder || file.startsWith(folder + path.sep);
const entriesOf = (output: string): string[] => output.split('\0').filter((entry) => entry !== '');

/** Separates git's list with status letters into tracked files, and files that git would add (`?`). */
function splitListing(output: string): { tracked: string[]; added: string[] } {
  const { tracked = [], added = [] } = Object.groupBy(entriesOf(output), (entry) =>
    entry.startsWith('? ') ? 'added' : 'tracked',
  );
  const paths = (entries: readonly string[]) => [...new Set(entries.map((entry) => entry.slice(2)))];
  return { tracked: paths(tracked), added: paths(added) };
}

export const statOf = (file: string) => lstat(file).catch(() => undefined);

/** Number of bytes read from the end of a file, which exceeds the length of a terminal's longest line. */
const END_BYTES = 4096;

/** Returns the last characters of a regular file, or an empty string if the file cannot be read. */
async function readEnd(file: string): Promise<string> {
  const handle = await openPlainFile(file, { isLinkAllowed: false }).catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(END_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, END_BYTES, Math.max(0, size - END_BYTES));
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await handle.close();
  }
}

/**
 * Returns the path of the file that the graph configuration specifies as `env`, relative to the root with `/`, or
 * `undefined` if the file does not exist.
 */
async function environmentFile({ root, configPath }: AgentFolder): Promise<string | undefined> {
  const text = await readPlainText(path.join(root, configPath), {
    maxBytes: WRITTEN_MAX_BYTES,
    within: root,
  }).catch(() => '');
  const parsed = parseGraphConfig(text);
  if (!parsed.ok || parsed.config.env.kind !== 'file') return undefined;
  const folder = path.dirname(path.join(root, configPath));
  const found = await resolveInside(root, folder, parsed.config.env.path);
  if (found.kind !== 'inside' || !(await statOf(found.path))?.isFile()) return undefined;
  return path.relative(root, found.path).split(path.sep).join('/');
}
