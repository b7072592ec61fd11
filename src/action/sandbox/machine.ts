import { constants } from 'node:fs';
import { access, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { GENERATED_MAX_BYTES, isPlainFile, readPlainLines, readPlainText } from '../../os/plain-file.ts';
import { folderOwner, longestOwnFolder, makeOwnFolder, temporaryFolder } from '../runner-folder.ts';
import type { Machine } from './context.ts';

/** Files where operating systems store all trusted certificates. */
const ROOT_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

const PROXY_GRACE_MS = 3_000;

/** Paths of the programs that run the credential proxy and the first process of a box. */
export interface SandboxPrograms {
  credentialProxy: string;
  /** `folder` contains everything that `entry` imports, and programs in the box can access the folder. */
  boxSupervisor: { entry: string; folder: string };
}

/** Returns the paths of the programs in the folder `dist`. */
export function programsIn(dist: string): SandboxPrograms {
  return {
    credentialProxy: path.join(dist, 'credential-proxy.js'),
    boxSupervisor: { entry: path.join(dist, 'box-supervisor.js'), folder: dist },
  };
}

/**
 * Returns the system functions of the process that the runner started. The programs are in the folder that contains the
 * process's file.
 */
export function createRunnerMachine(): Machine {
  return createMachine(process.env, programsIn(path.dirname(process.argv[1] ?? '')));
}

/** Returns the system functions of a machine, which start `programs` as child processes for the proxy and the box. */
export function createMachine(
  env: Readonly<Record<string, string | undefined>>,
  programs: SandboxPrograms,
): Machine {
  return {
    async makeFolder() {
      const folder = await makeOwnFolder(parentFor(env));
      const { socketFolder, boxFolder } = sandboxPaths(folder);
      await mkdir(socketFolder, { mode: 0o755 });
      await mkdir(boxFolder, { mode: 0o700 });
      return folder;
    },
    folderOwner: (folder) => folderOwner(folder, env),
    async removeFolder(folder) {
      const { removeBoxFolder } = await import('../../box/host.ts');
      removeBoxFolder(sandboxPaths(folder).boxFolder);
      await rm(folder, { recursive: true, force: true });
    },
    async isFolder(folder) {
      try {
        return (await stat(folder)).isDirectory();
      } catch {
        return false;
      }
    },
    writeFile: (file, text) => writeFile(file, text, { mode: 0o600 }),
    async readFile(file) {
      try {
        return await readPlainText(file, { maxBytes: GENERATED_MAX_BYTES });
      } catch {
        return undefined;
      }
    },
    gitConfigs: async (workspace) => (await import('./checkout-tokens.ts')).findGitConfigs(workspace),
    async *readLines(file) {
      // Another program might have removed the file, or replaced the file with a pipe or a device.
      if (!(await isPlainFile(file))) return;
      yield* readPlainLines(file);
    },
    async roots() {
      for (const file of [env['SSL_CERT_FILE'], ...ROOT_FILES]) {
        if (file && (await isReadable(file))) {
          return { pem: await readPlainText(file, { maxBytes: GENERATED_MAX_BYTES }), file };
        }
      }
      return { pem: tls.rootCertificates.join('\n'), file: undefined };
    },
    loadConfigCheck: async () => (await import('../inputs/check-proxy-config.ts')).checkConfig,
    warnings: async (config) => (await import('./proxy-rules.ts')).warningsOf(config),
    resolve: async (...args) => (await import('./proxy-rules.ts')).resolveConfig(...args),
    sentinels: async (...args) =>
      (await import('../../credential-proxy/sentinel.ts')).sentinelVariables(...args),
    variables: async (place) => (await import('./proxy-rules.ts')).variablesOf(place),
    async startProxy(auditFile) {
      const { startProxy } = await import('../../credential-proxy/owner/start-proxy.ts');
      return startProxy({ entry: programs.credentialProxy, auditFile, port: 0 });
    },
    startTimeOf: async (pid) => (await import('../../os/processes.ts')).startToken(pid),
    async stopDetached(proxy) {
      if (!(await runs(proxy.pid, programs.credentialProxy))) return false;
      const { stopProcess } = await import('../../os/processes.ts');
      return (await stopProcess(proxy, PROXY_GRACE_MS)) === 'stopped';
    },
    async boxHost() {
      const { createBoxHost } = await import('../../box/host.ts');
      return createBoxHost({
        supervisor: programs.boxSupervisor,
        node: process.execPath,
        sudo: true,
      });
    },
  };
}

/** Maximum length of a socket's path in bytes, because the operating system refuses longer paths. */
const MAX_SOCKET_LENGTH = 100;

/** Returns a parent folder whose path is short enough for the path of a socket. */
function parentFor(env: Readonly<Record<string, string | undefined>>): string {
  const parent = temporaryFolder(env);
  const { socketPath } = sandboxPaths(longestOwnFolder(parent));
  return socketPath.length > MAX_SOCKET_LENGTH ? tmpdir() : parent;
}

/**
 * Returns whether a process is a Node process that runs the given file. Prevents a forged state file from making the
 * step kill another process, even if the other process has the file among its arguments. The working directory of a
 * process proves nothing, because a proxy does not run in our folders. Returns true on systems that do not show which
 * file a process runs.
 */
async function runs(pid: number, file: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const { usesSameNode } = await import('../../os/processes.ts');
  if (!(await usesSameNode(pid))) return false;
  const line = await readPlainText(`/proc/${pid}/cmdline`, { maxBytes: GENERATED_MAX_BYTES }).catch(() => '');
  const [, ...args] = line.split('\0');
  return args.find((argument) => !argument.startsWith('-')) === file;
}

async function isReadable(file: string): Promise<boolean> {
  try {
    await access(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Paths of all files that a run writes on the runner, in one folder that only this user can access. */
export interface SandboxPaths {
  folder: string;
  auditFile: string;
  /** File with the values that variables had before the run changed them. */
  restoreFile: string;
  caFile: string;
  bundleFile: string;
  envFile: string;
  /** Folder that contains only the proxy's socket, because the sandbox can access the folder. */
  socketFolder: string;
  socketPath: string;
  boxFolder: string;
}

/** Returns the paths of the files in the folder of a run. */
export function sandboxPaths(folder: string): SandboxPaths {
  const at = (...parts: string[]) => path.join(folder, ...parts);
  return {
    folder,
    auditFile: at('audit.jsonl'),
    restoreFile: at('restore.json'),
    caFile: at('ca.pem'),
    bundleFile: at('ca-bundle.pem'),
    envFile: at('env.sh'),
    socketFolder: at('s'),
    socketPath: at('s', 'p'),
    boxFolder: at('box'),
  };
}
