import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  gitSettings,
  gitVariables,
  machineEnvironment,
  type ResourceLimits,
  withResourceLimits,
} from '../../../git/environment.ts';
import { createFacade, initGitDir, openRepository } from '../../../git/repository.ts';
import { type GitRedirect, requestRedirect } from '../../../git/redirects.ts';
import type { ProcessEnd, Processes } from '../../ports/processes.ts';
import type { RepositoryUrl } from './names.ts';

export interface GitCall {
  args: string[];
  /** Git directory that {@link Git} created. */
  gitDir: string;
  env?: Record<string, string>;
  signal: AbortSignal;
  timeoutMs?: number;
  limits?: ResourceLimits;
}
export interface GitResult {
  end: ProcessEnd;
  ok: boolean;
  stdout: string;
  stderr: string;
}

/**
 * Runs git with only the emulator's configuration, and ignores the configuration of the machine and of repositories.
 */
export interface Git {
  run(call: GitCall): Promise<GitResult>;
  /** Creates a git directory, or replaces the configuration of an existing git directory. */
  initGitDir(gitDir: string): Promise<void>;
  /**
   * Calls `work` with a facade (see `createFacade`): a git directory with the content of a local repository and the
   * emulator's configuration. Returns `undefined` if no repository exists at this path.
   */
  withFacade<T>(folder: string, work: (gitDir: string) => Promise<T>): Promise<T | undefined>;
  /** Calls `work` with an empty git directory, and deletes the directory afterwards. */
  withTemporaryGitDir<T>(work: (gitDir: string) => Promise<T>): Promise<T>;
  /** Finds the redirect of a remote repository's server. git itself does not follow redirects. */
  findRedirect(url: RepositoryUrl, signal: AbortSignal): Promise<GitRedirect>;
}

/**
 * Name of the folder for facades in the folder of the clones. A facade is a git directory with the content of a local
 * repository, but without the repository's configuration.
 */
const FACADES = 'facades';
/** Name of the folder for temporary git directories in the folder of the clones. */
const TEMPORARY = 'temporary';

/** Time limit of a git command in milliseconds, which is sufficient for a slow fetch. */
const TIMEOUT_MS = 5 * 60_000;
const OUTPUT_BYTES = 4 * 1024 * 1024;

/** Creates the runner of git. `folder` contains the configuration file and the facades of local repositories. */
export function createGit(options: {
  processes: Processes;
  folder: string;
  env: Record<string, string>;
  allowLocal: boolean;
}): Git {
  const { processes, folder, allowLocal } = options;
  const { platform } = process;
  const configFile = join(folder, 'gitconfig');
  let configured: Promise<void> | undefined;
  const configure = async () => {
    // Only this user can read the folder, because it contains files of agents.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(configFile, gitSettings(platform));
  };
  const base = {
    ...machineEnvironment(options.env, platform),
    ...gitVariables(configFile, allowLocal ? ['https', 'http', 'file'] : ['https', 'http']),
  };
  return {
    initGitDir: (gitDir) => initGitDir(gitDir, platform),
    findRedirect: (url, signal) => requestRedirect(url, options.env, signal),
    async withFacade(repositoryFolder, work) {
      const repository = await openRepository(repositoryFolder);
      if (repository === undefined) return undefined;
      const at = join(folder, FACADES, randomUUID());
      try {
        const { gitDir } = await createFacade(repository, at, platform);
        return await work(gitDir);
      } finally {
        await rm(at, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    async withTemporaryGitDir(work) {
      const at = join(folder, TEMPORARY, randomUUID());
      try {
        await initGitDir(at, platform);
        return await work(at);
      } finally {
        await rm(at, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    async run({ args, gitDir, env, signal, timeoutMs = TIMEOUT_MS, limits = {} }) {
      // After a failed write, for example on a full disk, the next call writes the configuration again.
      configured ??= configure().catch((error: unknown) => {
        configured = undefined;
        throw error;
      });
      await configured;
      const stdout: string[] = [];
      const stderr: string[] = [];
      const { ended } = processes.start({
        ...withResourceLimits('git', args, limits, platform),
        // The working directory is never a checkout, because Windows searches programs first in the working directory.
        cwd: folder,
        env: { ...base, GIT_DIR: gitDir, ...env },
        kind: 'git',
        timeoutMs,
        maxOutputBytes: OUTPUT_BYTES,
        signal,
        onLine: (line, stream) => (stream === 'stdout' ? stdout : stderr).push(line),
      });
      const end = await ended;
      return {
        end,
        ok: end.kind === 'exit' && end.code === 0,
        stdout: stdout.join('\n'),
        stderr: stderr.join('\n'),
      };
    },
  };
}

/**
 * Matches files of killed git processes in a clone: incomplete packs, and lock files, which would block the next git.
 */
const LEFT = /\.lock$|^tmp_|^incoming-/;

/** Maximum number of packs in a clone. Too many packs make git slow, because git searches all packs. */
const MAX_PACKS = 300;

/**
 * Removes files of killed fetches, and clones with too many packs, from this folder, so the next fetch can reuse the
 * other clones. Call this function only while no git of this program is running.
 */
export async function sweepClones(folder: string): Promise<void> {
  for (const name of [FACADES, TEMPORARY]) await rm(join(folder, name), { recursive: true, force: true });
  const clones = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.git'));
  for (const clone of clones) {
    const packs = await readdir(join(folder, clone, 'objects', 'pack')).catch(() => []);
    if (packs.filter((name) => name.endsWith('.pack')).length > MAX_PACKS) {
      await rm(join(folder, clone), { recursive: true, force: true });
    } else await tidy(join(folder, clone));
  }
}

async function tidy(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (LEFT.test(entry.name)) await rm(path, { recursive: true, force: true });
    else if (entry.isDirectory()) await tidy(path);
  }
}
