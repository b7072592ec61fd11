import { networkEnvironment } from '../clients/network-environment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Names of the environment variables that git inherits. A GitHub runner finds leftover processes of a job by
 * `RUNNER_TRACKING_ID`. `GIT_*` variables have no effect, because git does not inherit them.
 */
const MACHINE = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'RUNNER_TRACKING_ID'];
const WINDOWS = [
  'PATH',
  'PATHEXT',
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'PROGRAMDATA',
  'RUNNER_TRACKING_ID',
];
/** Returns the environment variables that git inherits. */
export function machineEnvironment(env: Environment, platform: NodeJS.Platform): Record<string, string> {
  const windows = platform === 'win32';
  const machine = new Set(windows ? WINDOWS : MACHINE);
  const seen: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && machine.has(windows ? name.toUpperCase() : name)) seen[name] = value;
  }
  return { ...seen, ...networkEnvironment(env) };
}

/** Transports that git may use. No transport runs a program that a git configuration specifies. */
export type GitTransport = 'https' | 'http' | 'file';

/**
 * Returns the environment variables for git, in addition to {@link machineEnvironment}. `configFile` is the path of a
 * file that contains {@link gitSettings}. The settings are in a file, because git does not pass settings in variables
 * to the program that serves a local repository.
 */
export function gitVariables(
  configFile: string,
  transports: readonly GitTransport[],
): Record<string, string> {
  return {
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: configFile,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: transports.length === 0 ? 'none' : transports.join(':'),
    GIT_PROTOCOL_FROM_USER: '0',
    // Without `GIT_NO_LAZY_FETCH`, git could run a program that a remote's configuration specifies if an object is
    // missing.
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_SSH_COMMAND: 'false',
    GIT_EDITOR: 'false',
    GIT_PAGER: 'cat',
    GIT_TRACE2: '0',
    GIT_TRACE2_EVENT: '0',
    GIT_TRACE2_PERF: '0',
  };
}

/**
 * Returns the content of the configuration file that replaces the machine's git configuration. The settings disable
 * every program that git could run.
 */
export function gitSettings(platform: NodeJS.Platform): string {
  const nowhere = platform === 'win32' ? 'NUL' : '/dev/null';
  return `[core]
	hooksPath = ${nowhere}
	fsmonitor = false
	untrackedCache = false
	excludesFile =
	attributesFile =
	askPass =
	sshCommand = false
	editor = false
	pager = cat
	autocrlf = false
	longpaths = true
	packedGitWindowSize = 64m
	packedGitLimit = 512m
[credential]
	helper =
	interactive = false
[diff]
	external =
[init]
	templateDir =
[gc]
	auto = 0
[maintenance]
	auto = false
[submodule]
	recurse = false
[fetch]
	recurseSubmodules = false
	writeCommitGraph = false
[transfer]
	bundleURI = false
[safe]
	bareRepository = explicit
[uploadpack]
	allowAnySHA1InWant = true
	allowFilter = true
[http]
	followRedirects = false
	lowSpeedLimit = 1000
	lowSpeedTime = 60
${platform === 'win32' ? '\tsslBackend = schannel\n' : ''}`;
}

/**
 * Limits of a program's mapped memory and of each file that the program writes, in bytes, each `undefined` if
 * unlimited.
 */
export interface ResourceLimits {
  memoryBytes?: number | undefined;
  fileBytes?: number | undefined;
}

/**
 * Returns the command line that runs a program with limits of the kernel. A shell sets the limits and is then replaced
 * by the program. Without a shell (on Windows) or a limit of the kernel (on macOS), the program runs without limits.
 */
export function withResourceLimits(
  program: string,
  args: readonly string[],
  { memoryBytes, fileBytes }: ResourceLimits,
  platform: NodeJS.Platform,
): { command: string; args: string[] } {
  if (platform === 'win32' || (memoryBytes === undefined && fileBytes === undefined)) {
    return { command: program, args: [...args] };
  }
  // POSIX shells count memory in units of 1024 bytes, and files in units of 512 bytes.
  const set = [
    memoryBytes === undefined ? '' : `ulimit -v ${Math.ceil(memoryBytes / 1024)} 2>/dev/null;`,
    fileBytes === undefined ? '' : `ulimit -f ${Math.ceil(fileBytes / 512)} 2>/dev/null;`,
  ];
  return { command: '/bin/sh', args: ['-c', `${set.join(' ')} exec "$0" "$@"`, program, ...args] };
}
