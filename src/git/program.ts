import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { watchForPipe } from '../os/find-pipe.ts';
import { runProgram } from '../os/programs.ts';
import { findProgram, type Program } from '../os/search-path.ts';
import { createFacade, initGitDir, type Repository } from './repository.ts';
import {
  gitSettings,
  gitVariables,
  type ResourceLimits,
  withResourceLimits,
  machineEnvironment,
  type GitTransport,
} from './environment.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Result of running git, which exited, exceeded a limit, or was blocked by the pipe `file` in the work tree. */
export type GitResult =
  | { kind: 'ended'; code: number; stdout: Buffer }
  | { kind: 'too-long' | 'too-much' }
  | { kind: 'blocked'; file: string };

interface GitCall {
  /**
   * Working folder of git: a folder that this program created, or the work tree if git requires the work tree as the
   * working folder.
   */
  cwd: string;
  /** Git directory, which this program created, because git must not discover a git directory itself. */
  gitDir: string;
  /**
   * Folder of the work tree, or absent if git reads no work tree. An untrusted work tree can contain pipes (see {@link
   * GitResult}).
   */
  workTree?: string;
  /** Environment variables in addition to {@link gitVariables}. */
  env?: Record<string, string>;
  transports?: readonly GitTransport[];
  limitMs: number;
  limits?: ResourceLimits;
  /** Text for git's standard input, or absent for no input. */
  input?: string;
}

/** Runs git with settings in a temporary folder instead of the machine's configuration. */
export interface Git {
  readonly empty: string;
  /** Creates a git directory with the content of a repository, but without the configuration of the repository. */
  facade(repository: Repository): ReturnType<typeof createFacade>;
  run(args: readonly string[], call: GitCall): Promise<GitResult>;
  /** Returns the output of `git config` for one file without includes, or `undefined` if no setting matches. */
  readConfig(file: string, query: readonly string[]): Promise<string | undefined>;
}

/** Maximum output of git in bytes, which is sufficient for the largest list of files. */
const OUTPUT_BYTES = 512 * 1024 * 1024;
/**
 * Names of files that git opens in every folder of a work tree. Git waits forever if a file with such a name is a pipe.
 */
const OPENED_BY_NAME: ReadonlySet<string> = new Set(['.gitignore', '.gitattributes', '.gitmodules']);
/** Time limit for reading a configuration file with git, in milliseconds. */
const CONFIG_LIMIT_MS = 60_000;

/**
 * Calls `work` with a git that does not start programs from a checkout or a configuration, because this program
 * determines the environment, the settings and the git directories. Resolves to `undefined` if git is not installed.
 */
export async function withGit<T>(
  env: Env,
  signal: AbortSignal,
  work: (git: Git) => Promise<T>,
): Promise<T | undefined> {
  const program = await findProgram('git', env);
  if (program === undefined) return undefined;
  const folder = await mkdtemp(path.join(await temporaryFolder(env), 'agent-deploy-git-'));
  try {
    const settings = path.join(folder, 'settings');
    const empty = path.join(folder, 'empty.git');
    await writeFile(settings, gitSettings(process.platform));
    await initGitDir(empty, process.platform);
    let facades = 0;
    return await work({
      empty,
      facade: (repository) =>
        createFacade(repository, path.join(folder, `${(facades += 1)}.git`), process.platform),
      run: (args, call) =>
        runGit(program.file, args, { ...call, env: variables(env, program, settings, call) }, signal),
      readConfig: async (file, query) => {
        const args = ['config', '--file', file, '--no-includes', '-z', ...query];
        const call = { cwd: empty, gitDir: empty, limitMs: CONFIG_LIMIT_MS };
        const end = await runGit(
          program.file,
          args,
          { ...call, env: variables(env, program, settings, call) },
          signal,
        );
        return end.kind === 'ended' && end.code === 0 ? end.stdout.toString() : undefined;
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Returns the temporary folder of the GitHub runner, which the runner deletes after the job, or else the temporary
 * folder of the machine.
 */
async function temporaryFolder(env: Env): Promise<string> {
  const given = env['RUNNER_TEMP'];
  const own = given ? await realpath(given).catch(() => undefined) : undefined;
  return own ?? realpath(tmpdir());
}

function variables(
  env: Env,
  { path: search }: Program,
  settings: string,
  call: Pick<GitCall, 'gitDir' | 'workTree' | 'transports' | 'env'>,
) {
  const machine = machineEnvironment(env, process.platform);
  return {
    ...Object.fromEntries(Object.entries(machine).filter(([name]) => name.toUpperCase() !== 'PATH')),
    PATH: search,
    ...gitVariables(settings, call.transports ?? []),
    GIT_DIR: call.gitDir,
    ...(call.workTree !== undefined && { GIT_WORK_TREE: call.workTree }),
    ...call.env,
  };
}

async function runGit(
  program: string,
  args: readonly string[],
  { cwd, workTree, env, limitMs, limits = {}, input = '' }: GitCall & { env: Record<string, string> },
  signal: AbortSignal,
): Promise<GitResult> {
  const line = withResourceLimits(program, args, limits, process.platform);
  const opens = (name: string): boolean => OPENED_BY_NAME.has(name);
  let file = '';
  const end = await runProgram(line.command, line.args, {
    cwd,
    env,
    input,
    stderr: 'ignore',
    timeoutMs: limitMs,
    maxOutputBytes: OUTPUT_BYTES,
    signal,
    // A separate process group ensures that network helpers are killed together with git.
    group: 'own',
    ...(workTree !== undefined && {
      watch: (kill) =>
        watchForPipe({ root: workTree, opens }, (found) => {
          file = found;
          kill();
        }),
    }),
  });
  switch (end.kind) {
    case 'aborted':
      return Promise.reject(signal.reason);
    case 'killed':
      return { kind: 'blocked', file };
    case 'ended':
      return { kind: 'ended', code: end.code ?? 1, stdout: end.stdout };
    default:
      return { kind: end.kind };
  }
}
