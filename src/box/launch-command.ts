import type { CgroupSteps } from './cgroup-plan.ts';
import { shellQuote } from './supervisor/shell.ts';
import type { KernelFiles } from './system-files.ts';

/** The file descriptors that `bwrap` reads its arguments and its filter from: not in the process list. */
export const ARGUMENTS_FD = 9;
export const SECCOMP_FD = 8;
/** The file descriptor on which `bwrap` reports its child's number. */
export const STATUS_FD = 7;
/** The line that lets the script become the box. */
export const GO = 'go';
const CANNOT_JOIN = 71;
const EXIT_NOT_STARTED = 72;
/** Files that the host was started with, and that its children inherit, must not reach the box. */
const CLOSE_INHERITED = [
  'for file in /proc/self/fd/*; do',
  '  fd=${file##*/}',
  '  case "$fd" in 0 | 1 | 2 | *[!0-9]*) ;; ? | ${BASH_VERSION:+*}) eval "exec $fd>&-" ;; esac',
  'done 2>/dev/null',
].join('\n');

/**
 * A script for bash (a plain `sh` closes no descriptor above 9) that prints its process number on a line, makes the
 * control group and joins it, waits for the go line, and becomes `line`. The number stays: the rest is executed in the
 * same process.
 */
export function launchScript(options: {
  group: CgroupSteps | null;
  argumentsFile: string | null;
  seccompFile: string | null;
  statusFile: string | null;
  line: string[];
}): string {
  const { group, argumentsFile, seccompFile, statusFile, line } = options;
  return [
    CLOSE_INHERITED,
    'ulimit -c 0',
    ...(group === null ? [] : joinCgroupLines(group)),
    `printf '%s\\n' "$$"`,
    // Byte by byte: the rest is for the supervisor.
    `IFS= read -r word && [ "$word" = ${GO} ] || exit ${EXIT_NOT_STARTED}`,
    [
      'exec',
      ...line.map(shellQuote),
      ...(argumentsFile === null ? [] : [`${ARGUMENTS_FD}<${shellQuote(argumentsFile)}`]),
      ...(seccompFile === null ? [] : [`${SECCOMP_FD}<${shellQuote(seccompFile)}`]),
      ...(statusFile === null ? [] : [`${STATUS_FD}>${shellQuote(statusFile)}`]),
    ].join(' '),
  ].join('\n');
}

/** The lines that make a group and put the shell into it; any failure ends the shell with a message on stderr. */
export function joinCgroupLines({ folders, writes, joins }: CgroupSteps): string[] {
  return [
    ...folders.map((folder) => `mkdir ${shellQuote(folder)} || exit ${CANNOT_JOIN}`),
    ...writes.map(
      ({ file, value }) => `echo ${shellQuote(value)} > ${shellQuote(file)} || exit ${CANNOT_JOIN}`,
    ),
    ...joins.map((file) => `echo "$$" > ${shellQuote(file)} || exit ${CANNOT_JOIN}`),
  ];
}

/** The mounts of a box without the host's network, processes and files. */
interface BoxMounts {
  /** The box's `/`, writable by its programs. */
  root: string;
  /** Host folders and files of the system, mounted read-only at the same place. */
  system: string[];
  /** The box's own `/etc`, and the host's files mounted in it. */
  etc: string;
  etcFiles: string[];
  /** The read-only and the hidden parts of `/proc`. */
  kernel: KernelFiles;
  /** The supervisor's files, mounted at `/run/box`. */
  control: string;
  program: string;
  node: string;
  proxyFolder: string | null;
  binds: { from: string; to: string; writable: boolean }[];
}

export type BoxIdentity =
  /** Ordinary user: one user namespace around the box, in which no other can be created. */
  | { kind: 'user-namespace'; uid: number; gid: number }
  /** Root: no user namespace; the box's programs are another user, without any capability. */
  | { kind: 'root'; uid: number; gid: number };

/** All that root keeps in a box: for `setpriv`, which drops it. */
export const ROOT_CAPABILITIES = [
  ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID'],
  ['--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP'],
].flat();
const SHARED_MEMORY = String(64 * 1024 * 1024);

/** The arguments of `bwrap`, without the program to run. */
export function bubblewrapArguments(
  mounts: BoxMounts,
  identity: BoxIdentity,
  host: { hostname: string; seccompFd: number | null; statusFd: number },
): string[] {
  return [
    // Each namespace by name: `--unshare-all` would silently skip unavailable ones.
    ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
    identity.kind === 'user-namespace'
      ? ['--unshare-user', '--uid', String(identity.uid), '--gid', String(identity.gid), '--disable-userns']
      : ROOT_CAPABILITIES,
    ['--hostname', host.hostname],
    ['--die-with-parent', '--new-session', '--clearenv'],
    ['--bind', mounts.root, '/'],
    mounts.system.flatMap((path) => ['--ro-bind', path, path]),
    ['--ro-bind', mounts.etc, '/etc'],
    mounts.etcFiles.flatMap((path) => ['--ro-bind', path, path]),
    ['--proc', '/proc'],
    // bubblewrap covers these only where it could write to them itself, having dropped its rights before.
    mounts.kernel.readOnly.flatMap((path) => ['--ro-bind', path, path]),
    mounts.kernel.hiddenFolders.flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    mounts.kernel.hiddenFiles.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ['--dev', '/dev'],
    ['--size', SHARED_MEMORY, '--perms', '1777', '--tmpfs', '/dev/shm'],
    ['--remount-ro', '/dev'],
    ['--perms', '0755', '--tmpfs', '/run'],
    ['--ro-bind', mounts.control, '/run/box'],
    ['--ro-bind', mounts.program, '/run/box/program'],
    ['--ro-bind', mounts.node, '/run/box/bin/node'],
    mounts.proxyFolder === null ? [] : ['--ro-bind', mounts.proxyFolder, '/run/box/proxy'],
    mounts.binds.flatMap(({ from, to, writable }) => [writable ? '--bind' : '--ro-bind', from, to]),
    ['--remount-ro', '/run'],
    ['--chdir', '/'],
    ['--json-status-fd', String(host.statusFd)],
    host.seccompFd === null ? [] : ['--seccomp', String(host.seccompFd)],
  ].flat();
}

/** Prefixes the box's first program so that it is the box's user and nothing more. */
export function setprivArguments(identity: BoxIdentity): string[] {
  if (identity.kind === 'user-namespace') return [];
  return [
    ['/usr/bin/setpriv', '--reuid', String(identity.uid), '--regid', String(identity.gid), '--clear-groups'],
    ['--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', '--no-new-privs'],
  ].flat();
}
