import { lstat, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openPlainFile, readPlainText, WRITTEN_MAX_BYTES } from '../../os/plain-file.ts';
import type { Git } from '../../git/program.ts';
import { initGitDir } from '../../git/repository.ts';
import { resolveInside } from '../../os/checkout-reader.ts';
import { parseGraphConfig } from '../../graph-config/parse.ts';
import type { AgentFolder } from './agent-folder.ts';
import { isOfOtherTools, isWritten, NEVER_DEPLOYED, type PrintedLines } from './relevance.ts';

/**
 * The saved files of a folder at one moment, as a commit in a separate repository. The author's repository is only
 * read.
 */
export interface Snapshot {
  /** Equal files have equal commits. */
  commit: string;
  /** Returns true if the path is a file of the snapshot. */
  has(file: string): boolean;
  /** Problems of the snapshot, such as files that it lacks, as one line each. */
  notices: string[];
}

export interface Snapshots {
  /** The repository that holds the commits, each under the ref {@link refOf}. */
  readonly repoUrl: string;
  /**
   * Reads the ignored files for {@link isIgnored} before the first snapshot. Never rejects: the first snapshot
   * reports the failure.
   */
  look(): Promise<void>;
  /**
   * Creates a snapshot of the current files.
   * @throws SnapshotFailure with the reason.
   */
  take(): Promise<Snapshot>;
  /**
   * Returns true if a watcher can skip a path below the root: it is never deployed, or git ignored it when the files
   * were last read.
   */
  isIgnored(file: string): boolean;
  /**
   * Returns the changed paths that start a deployment: files that git tracks or people write, except the files that
   * this program's output goes to.
   */
  relevant(files: readonly string[]): Promise<string[]>;
}

/** Thrown when the working tree cannot be read. */
export class SnapshotFailure extends Error {
  override readonly name = 'SnapshotFailure';
}

/** Returns the ref of a snapshot for revisions: a tag per commit, so that a later snapshot cannot replace it. */
export const refOf = (commit: string): string => `refs/tags/${commit}`;

const NEVER_WATCHED = new Set(
  NEVER_DEPLOYED.filter((pattern) => !pattern.includes('*')).map((pattern) => pattern.replace('/', '')),
);

const LIMIT_MS = 120_000;
/** A fixed author and date, so that equal files have equal commits. */
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Agent Deploy',
  GIT_AUTHOR_EMAIL: 'dev@localhost',
  GIT_AUTHOR_DATE: '1000000000 +0000',
  GIT_COMMITTER_NAME: 'Agent Deploy',
  GIT_COMMITTER_EMAIL: 'dev@localhost',
  GIT_COMMITTER_DATE: '1000000000 +0000',
};

/**
 * Creates snapshots of an agent's folder in a new repository below `folder`, which is emptied first. A snapshot
 * contains tracked files, files that git would add, and the file that the graph configuration names as `env`. It
 * excludes files in the folder `leftOut`, the real path of the emulator's data if that is inside the tree, and files
 * that contain the `printed` lines.
 */
export async function createSnapshots(
  agent: AgentFolder,
  git: Git,
  { folder, leftOut, printed }: { folder: string; leftOut: string; printed: PrintedLines },
): Promise<Snapshots> {
  const { root } = agent;
  const outside = isAtOrAbove(root, leftOut)
    ? path.relative(root, leftOut).split(path.sep).join('/')
    : undefined;
  await rm(folder, { recursive: true, force: true });
  // The repository has the name of the author's folder, because a Python package may be imported by this name.
  const gitDir = path.join(folder, path.basename(root) || 'agent');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(gitDir);
  await initGitDir(gitDir, process.platform);
  let listed: ReadonlySet<string> = new Set();
  let ignoredFolders: ReadonlySet<string> = new Set();
  let trackedExceptions: ReadonlySet<string> = new Set();
  let trackedFiles: ReadonlySet<string> = new Set();
  let environmentPath: string | undefined;
  /** Files of the tree, relative to the root, that this program's output is redirected to. */
  const outputs = new Set<string>();

  const run = async (
    args: string[],
    more: { env?: Record<string, string>; input?: string; of?: string } = {},
  ) => {
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

  const isLeftOut = (entry: string) =>
    outputs.has(entry) || (outside !== undefined && (entry === outside || entry.startsWith(`${outside}/`)));

  const isRelevant = async (file: string): Promise<boolean> => {
    const entry = path.relative(root, file).split(path.sep).join('/');
    if (isOfOtherTools(entry)) return false;
    if (entry === agent.configPath || file === environmentPath || trackedFiles.has(entry)) return true;
    const stat = await statOf(file);
    // A changed folder has changed files, which are reported separately. The files of a deleted folder were in the
    // previous snapshot.
    if (stat?.isDirectory() === true) return false;
    if (stat === undefined && !listed.has(entry))
      return [...listed].some((one) => one.startsWith(`${entry}/`));
    if (outputs.has(entry) || !isWritten(file)) return stat?.isSymbolicLink() === true;
    if (stat?.isFile() === true && printed.areIn(await readEnd(file))) outputs.add(entry);
    return !outputs.has(entry);
  };

  const list = async () => {
    const { repository } = agent;
    const facade = repository && (await git.facade(repository));
    // Without a checkout no file is tracked, so the index of the snapshots must not be read.
    const untracked = { env: { GIT_INDEX_FILE: path.join(gitDir, 'no-index') } };
    const from = facade === undefined ? untracked : { env: facade.index, of: facade.gitDir };
    const exclude = ['--exclude-standard', ...NEVER_DEPLOYED.flatMap((pattern) => ['-x', pattern])];
    const others = ['ls-files', '-z', '--others', ...exclude];
    const listing = [
      facade === undefined ? Promise.resolve('') : run(['ls-files', '-z', '--cached', '--deduplicate'], from),
      run(others, from),
      run([...others, '--ignored', '--directory'], from),
    ] as const;
    // All git processes must exit before their folder is removed, even if one of them fails.
    await Promise.allSettled(listing);
    const [tracked, added, ignored] = await Promise.all(listing);
    if (facade !== undefined) await rm(facade.gitDir, { recursive: true, force: true });
    ignoredFolders = new Set(
      entriesOf(ignored)
        .filter((entry) => entry.endsWith('/'))
        .map((entry) => path.join(root, entry.slice(0, -1))),
    );
    trackedFiles = new Set(entriesOf(tracked));
    trackedExceptions = new Set(
      entriesOf(tracked)
        .flatMap(unwatchedPaths)
        .map((entry) => path.join(root, entry)),
    );
    const environment = await environmentFile(agent);
    environmentPath = environment === undefined ? undefined : path.join(root, environment);
    const entries = new Set([...entriesOf(tracked), ...entriesOf(added)]);
    return { environment, entries: [...entries].filter((entry) => !isLeftOut(entry)) };
  };

  return {
    repoUrl: pathToFileURL(gitDir).href,
    isIgnored: (file) => {
      if (isAtOrAbove(leftOut, file) && outside !== undefined) return true;
      if (environmentPath !== undefined && isAtOrAbove(file, environmentPath)) return false;
      const parts = path.relative(root, file).split(path.sep);
      if (parts.some((part) => NEVER_WATCHED.has(part))) return !trackedExceptions.has(file);
      return parts.some((_, index) => ignoredFolders.has(path.join(root, ...parts.slice(0, index + 1))));
    },
    async relevant(files) {
      const kept: string[] = [];
      for (const file of files) if (await isRelevant(file)) kept.push(file);
      return kept;
    },
    async look() {
      await list().catch((error: unknown) => {
        if (!(error instanceof SnapshotFailure)) throw error;
      });
    },
    async take() {
      const { environment, entries } = await list();
      const { files, notices } = await sortOut(root, entries);
      if (environment !== undefined && !isLeftOut(environment)) files.add(environment);
      // A git process that was stopped leaves its lock file, and the next git would refuse to start.
      await rm(path.join(gitDir, 'index.lock'), { force: true });
      const gone = [...listed].filter((file) => !files.has(file));
      if (gone.length > 0) {
        await run(['update-index', '-z', '--force-remove', '--stdin'], { input: joined(gone) });
      }
      await run(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], {
        input: joined(files),
      });
      listed = files;
      const tree = (await run(['write-tree'])).trim();
      const commit = (
        await run(['commit-tree', tree, '-m', 'What is saved in the working tree'], { env: IDENTITY })
      ).trim();
      await run(['update-ref', refOf(commit), commit]);
      if (!files.has(agent.configPath)) {
        throw new SnapshotFailure(
          (await statOf(path.join(root, agent.configPath))) === undefined
            ? `${agent.configPath} no longer exists. Restore it, or stop dev and start it in the folder that contains it`
            : `${agent.configPath} is not deployed, because a .gitignore excludes it, as it would from a push. Remove the pattern from the .gitignore`,
        );
      }
      return {
        commit,
        has: (file) => files.has(path.relative(root, file).split(path.sep).join('/')),
        notices,
      };
    },
  };
}

/**
 * Returns the path of a tracked file and the folders above it, starting with the first path that the watcher would
 * skip.
 */
function unwatchedPaths(entry: string): string[] {
  const parts = entry.split('/');
  const first = parts.findIndex((part) => NEVER_WATCHED.has(part));
  return first === -1 ? [] : parts.slice(first).map((_, at) => parts.slice(0, first + at + 1).join('/'));
}

const isAtOrAbove = (folder: string, file: string): boolean =>
  file === folder || file.startsWith(folder + path.sep);
const entriesOf = (output: string): string[] => output.split('\0').filter((entry) => entry !== '');
const joined = (files: Iterable<string>): string => [...files].map((file) => `${file}\0`).join('');

const AT_ONCE = 64;

/**
 * Returns the files and links among the paths that git listed. Excluded are folders, which are nested repositories
 * whose content a push does not include, names that are not UTF-8, and files that no longer exist or are behind a
 * folder that is now a link.
 */
async function sortOut(root: string, listed: readonly string[]) {
  const files = new Set<string>();
  const nested: string[] = [];
  let unnamed = 0;
  const folders = new Map<string, Promise<boolean>>([['.', Promise.resolve(true)]]);
  const isFolder = (folder: string): Promise<boolean> => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const asked = isFolder(path.posix.dirname(folder)).then(
      async (above) => above && ((await statOf(path.join(root, folder)))?.isDirectory() ?? false),
    );
    folders.set(folder, asked);
    return asked;
  };
  const sort = async (entry: string) => {
    if (path.isAbsolute(entry) || entry.split(/[\\/]/).includes('..')) return;
    if (entry.includes('\uFFFD')) unnamed += 1;
    else if (entry.endsWith('/')) nested.push(entry);
    else if (await isFolder(path.posix.dirname(entry))) {
      const stat = await statOf(path.join(root, entry));
      if (stat?.isDirectory() === true) nested.push(entry);
      else if (stat !== undefined) files.add(entry);
    }
  };
  for (let at = 0; at < listed.length; at += AT_ONCE) {
    await Promise.all(listed.slice(at, at + AT_ONCE).map(sort));
  }
  return { files, notices: noticesOf(nested, unnamed) };
}

const statOf = (file: string) => lstat(file).catch(() => undefined);

/** Bytes read from the end of a file: more than the longest line of a terminal. */
const END_BYTES = 4096;

/** Returns the last characters of a regular file, or an empty text if it cannot be read. */
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

function noticesOf(nested: readonly string[], unnamed: number): string[] {
  return [
    ...(nested.length > 0
      ? [`Not deployed, as in a push: nested repositories (${nested.slice(0, 5).join(', ')}).`]
      : []),
    ...(unnamed > 0 ? [`Not deployed: ${unnamed} files whose names are not valid UTF-8.`] : []),
  ];
}

/**
 * Returns the file that the graph configuration names as `env`, relative to the root with `/`, or `undefined` if it
 * does not exist.
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
