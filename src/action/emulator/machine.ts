import { mkdir, open, readdir, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { noDebuggerFlags } from '../../os/debugger.ts';
import {
  GENERATED_MAX_BYTES,
  isPlainFile,
  readPlainLines,
  readPlainText,
  readPlainTextSync,
  WRITTEN_MAX_BYTES,
} from '../../os/plain-file.ts';
import { usesSameNode, stopProcess } from '../../os/processes.ts';
import { startProgram } from '../../os/programs.ts';
import { folderOwner, makeOwnFolder, temporaryFolder } from '../runner-folder.ts';
import { readWorkspaceFile } from '../workspace-file.ts';
import type { EmulatorMachine, StartedEmulator } from './context.ts';
import { identify, installPackage } from './install.ts';
import { emulatorPaths } from './paths.ts';

type Env = Readonly<Record<string, string | undefined>>;

const PACKAGE = /^agent-deploy-emulator-\d[\w.+-]*\.tgz$/;
/** Time limit in milliseconds for the emulator to stop its agents before emulator and agents are killed. */
const GRACE_MS = 15_000;

/**
 * Returns the operating system functions of this runner, where `packages` is the folder that contains the emulator
 * package.
 */
export function createEmulatorMachine(env: Env, packages: string): EmulatorMachine {
  return {
    async findPackages() {
      const names = await readdir(packages).catch(() => []);
      return names
        .filter((name) => PACKAGE.test(name))
        .toSorted()
        .map((name) => path.join(packages, name));
    },
    readWorkspaceFile: (file) => readWorkspaceFile(env['GITHUB_WORKSPACE'] ?? '', file),
    async makeFolder() {
      const folder = await makeOwnFolder(temporaryFolder(env));
      await mkdir(emulatorPaths(folder).logs);
      return folder;
    },
    folderOwner: (folder) => folderOwner(folder, env),
    async clearFolder(folder) {
      const { logs } = emulatorPaths(folder);
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name);
        if (file !== logs) await rm(file, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    writeFile: (file, text) => writeFile(file, text, { mode: 0o600 }),
    removeFile: (file) => rm(file, { force: true }).catch(() => {}),
    async readFile(file) {
      try {
        return await readPlainText(file, { maxBytes: GENERATED_MAX_BYTES });
      } catch {
        return undefined;
      }
    },
    async *readLines(file) {
      // Another program might have removed the file, or replaced the file with a pipe or a device.
      if (!(await isPlainFile(file))) return;
      yield* readPlainLines(file);
    },
    install: (tarball, folder, options) => installPackage({ tarball, folder, env, ...options }),
    start: (emulator, { folder, args, apiKey }) =>
      startDetached(emulator.program, args, folder, { ...ownEnvironment(env), EMULATOR_API_KEY: apiKey }),
    jobProcess: () => (isOfJob(process.ppid) ? process.ppid : undefined),
    stop: async (started, folder) =>
      (await runsIn(started.pid, folder)) ? stopProcess(started, GRACE_MS) : 'gone',
  };
}

const SHELL = /^(ba|da|k|z)?sh$/;

/**
 * Returns whether the parent process of a step lives as long as the job, as the runner does. In a container, the parent
 * process can end before the job, because the runner starts steps from outside the container: the parent's ID is 0, or
 * the parent is the container's first process or a shell. In a container, no parent process is needed, because the
 * container itself ends with the job.
 */
export function isOfJob(parent: number): boolean {
  if (parent <= 1) return false;
  if (process.platform !== 'linux') return true;
  try {
    return !SHELL.test(readPlainTextSync(`/proc/${parent}/comm`, { maxBytes: WRITTEN_MAX_BYTES }).trim());
  } catch {
    return false;
  }
}

/** Names of environment variables for the step and for the runner's services, which the emulator does not need. */
const OF_THE_STEP =
  /^(ACTIONS_|GITHUB_|INPUT_|RUNNER_|STATE_)|^(EMULATOR_API_KEY_FILE|GH_TOKEN|NODE_OPTIONS)$/i;

/**
 * Returns the step's environment without the runner's variables. Keeps the tracking ID, because the runner uses this ID
 * to find and end processes at the end of the job.
 */
export function ownEnvironment(env: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && (!OF_THE_STEP.test(entry[0]) || entry[0] === 'RUNNER_TRACKING_ID'),
    ),
  );
}

/**
 * Starts a program in a separate process group, so that signals to this step's group do not reach the program. Writes
 * the program's output to files instead of a pipe.
 */
async function startDetached(
  program: string,
  args: readonly string[],
  folder: string,
  env: Record<string, string>,
): Promise<StartedEmulator> {
  const { ready, log } = emulatorPaths(folder);
  const [out, err] = await Promise.all([open(ready, 'wx', 0o600), open(log, 'wx', 0o600)]);
  try {
    const child = startProgram(process.execPath, [...noDebuggerFlags(), program, ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', out.fd, err.fd],
      group: 'lasting',
    });
    let end: ReturnType<StartedEmulator['ended']>;
    child.once('exit', (code, signal) => {
      end = { code, signal };
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve).once('error', reject);
    });
    child.unref();
    return { process: await identify(child.pid ?? 0, program), ended: () => end };
  } finally {
    await Promise.all([out.close(), err.close()]);
  }
}

/**
 * Returns whether the process is a Node process whose working directory is the folder or the installation in the
 * folder. A forged state file can contain the ID of another process, but no other process runs in a folder that we
 * created. The command line proves nothing, because npm overwrites the command line of its process. Returns true on
 * systems that do not show the working directory.
 */
async function runsIn(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  try {
    const cwd = await readlink(`/proc/${pid}/cwd`);
    const own = await realpath(folder);
    const isThere = cwd === own || cwd === emulatorPaths(own).install;
    return isThere && (await usesSameNode(pid));
  } catch {
    return false;
  }
}
