import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import type { Git } from '../../git/program.ts';
import { initGitDir } from '../../git/repository.ts';
import type { AgentFolder } from './agent-folder.ts';
import type { PrintedLines } from './relevance.ts';
import { createWorkingTree, gitRunner, SnapshotFailure, statOf } from './working-tree.ts';

/** The saved files of a folder at one moment, as a commit in a repository separate from the developer's repository. */
export interface Snapshot {
  /** ID of the commit, which is equal for equal files. */
  commit: string;
  /** Returns whether the path is a file of the snapshot. */
  has(file: string): boolean;
  /** Problems with the snapshot, such as missing files, one line each. */
  notices: string[];
}

export interface Snapshots {
  /** URL of the repository that contains each commit under the ref {@link refOf}. */
  readonly repoUrl: string;
  /** Reads the ignored files for {@link isIgnored}. Never rejects, because the first snapshot reports failures. */
  look(): Promise<void>;
  /**
   * Creates a snapshot of the current files.
   * @throws SnapshotFailure with the reason.
   */
  take(): Promise<Snapshot>;
  /** Returns whether a path below the root is never deployed, or was ignored by git at the last listing. */
  isIgnored(file: string): boolean;
  /**
   * Returns the changed paths that start a deployment: files that git tracks or people write, except files that
   * receive this program's output.
   */
  relevant(files: readonly string[]): Promise<string[]>;
}

/** Returns the ref of a commit: a separate tag, which later snapshots do not replace. */
export const refOf = (commit: string): string => `refs/tags/${commit}`;

/** Author and committer of each snapshot. With a fixed date, equal files have equal commits. */
const IDENTITY = 'Agent Deploy <dev@localhost> 1000000000 +0000';

/**
 * Writes the commit of a tree, and the commit's ref, without starting git twice. Returns the commit's ID.
 */
async function writeCommit(gitDir: string, tree: string): Promise<string> {
  const body = `tree ${tree}\nauthor ${IDENTITY}\ncommitter ${IDENTITY}\n\nSaved files of the working tree\n`;
  const object = `commit ${Buffer.byteLength(body)}\0${body}`;
  const commit = createHash('sha1').update(object).digest('hex');
  const file = path.join(gitDir, 'objects', commit.slice(0, 2), commit.slice(2));
  const ref = path.join(gitDir, refOf(commit));
  await writeWhole(file, deflateSync(object));
  await writeWhole(ref, `${commit}\n`);
  return commit;
}

/** Writes a file that appears with its whole content. */
async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

/**
 * Creates snapshots of an agent's folder in a new repository below `folder`, and first empties `folder`. A snapshot
 * contains tracked files, files that git would add, and the file that the graph configuration specifies as `env`. A
 * snapshot does not contain files below `leftOut` (the real path of the emulator's data), or files that contain the
 * `printed` lines.
 */
export async function createSnapshots(
  agent: AgentFolder,
  git: Git,
  { folder, leftOut, printed }: { folder: string; leftOut: string; printed: PrintedLines },
): Promise<Snapshots> {
  const { root } = agent;
  await rm(folder, { recursive: true, force: true });
  // The repository has the name of the agent's folder, because code might import a Python package by this name.
  const gitDir = path.join(folder, path.basename(root) || 'agent');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(gitDir);
  await initGitDir(gitDir, process.platform);
  const run = gitRunner(git, root, gitDir);
  const tree = createWorkingTree(agent, git, run, { gitDir, leftOut, printed });
  let listed: ReadonlySet<string> = new Set();

  return {
    repoUrl: pathToFileURL(gitDir).href,
    isIgnored: (file) => tree.isIgnored(file),
    async relevant(files) {
      const kept: string[] = [];
      for (const file of files) if (await tree.isRelevant(file, listed)) kept.push(file);
      return kept;
    },
    async look() {
      await tree.list().catch((error: unknown) => {
        if (!(error instanceof SnapshotFailure)) throw error;
      });
    },
    async take() {
      const { environment, entries } = await tree.list();
      const { files, notices } = await sortOut(root, entries);
      if (environment !== undefined && !tree.isLeftOut(environment)) files.add(environment);
      // Removes the lock file of a stopped git process, which would keep git from starting again.
      await rm(path.join(gitDir, 'index.lock'), { force: true });
      const gone = [...listed].filter((file) => !files.has(file));
      if (gone.length > 0) {
        await run(['update-index', '-z', '--force-remove', '--stdin'], { input: joined(gone) });
      }
      await run(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], {
        input: joined(files),
      });
      listed = files;
      const written = (await run(['write-tree'])).trim();
      const commit = await writeCommit(gitDir, written);
      if (!files.has(agent.configPath)) {
        throw new SnapshotFailure(
          (await statOf(path.join(root, agent.configPath))) === undefined
            ? `${agent.configPath} no longer exists. Restore it, or stop dev and start it in the folder that contains it`
            : `${agent.configPath} is not deployed, because a .gitignore file excludes it from deployments and pushes. Remove the pattern from the .gitignore file`,
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

const joined = (files: Iterable<string>): string => [...files].map((file) => `${file}\0`).join('');

const AT_ONCE = 64;

/**
 * Selects the files and links to deploy from git's list. Skips nested repositories, because a push does not include
 * their content. Skips names that are not UTF-8, deleted files, and files whose folder was replaced by a link.
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

function noticesOf(nested: readonly string[], unnamed: number): string[] {
  return [
    ...(nested.length > 0
      ? [`Not deployed, as in a push: nested repositories (${nested.slice(0, 5).join(', ')}).`]
      : []),
    ...(unnamed > 0 ? [`Not deployed: ${unnamed} files whose names are not valid UTF-8.`] : []),
  ];
}
