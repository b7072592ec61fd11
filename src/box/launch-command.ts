import type { CgroupSteps } from './cgroup-plan.ts';
import { shellQuote } from './supervisor/shell.ts';
import type { KernelFiles } from './system-files.ts';

/** The file descriptors that `bwrap` reads its arguments and its filter from: not in the process list. */
export const ARGUMENTS_FD = 9;
export const SECCOMP_FD = 8;
/** The file descriptor that `bwrap` tells its child's number by. */
export const STATUS_FD = 7;
/** The line that the script waits for when it is ready to become the box. */
export const GO = 'go';
const CANNOT_JOIN = 71;
const NOT_TOLD = 72;
/** Files that the host itself was started with open, and left open to its children, are none of the box's. */
const CLOSE_INHERITED = [
  'for file in /proc/self/fd/*; do',
  '  fd=${file##*/}',
  '  case "$fd" in 0 | 1 | 2 | *[!0-9]*) ;; ? | ${BASH_VERSION:+*}) eval "exec $fd>&-" ;; esac',
  'done 2>/dev/null',
].join('\n');

/**
 * A script for bash (a plain `sh` closes no descriptor above 9) that says its process number on a line, makes the
 * control group and joins it, waits for the word, and becomes `line`. The number stays: what follows is executed in the same process.
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
    // Byte by byte: what follows is for the supervisor.
    `IFS= read -r word && [ "$word" = ${GO} ] || exit ${NOT_TOLD}`,
    [
      'exec',
      ...line.map(shellQuote),
      ...(argumentsFile === null ? [] : [`${ARGUMENTS_FD}<${shellQuote(argumentsFile)}`]),
      ...(seccompFile === null ? [] : [`${SECCOMP_FD}<${shellQuote(seccompFile)}`]),
      ...(statusFile === null ? [] : [`${STATUS_FD}>${shellQuote(statusFile)}`]),
    ].join(' '),
  ].join('\n');
}

/** The lines that make a group and put the shell into it; any failure ends the shell with a word on stderr. */
export function joinCgroupLines({ folders, writes, joins }: CgroupSteps): string[] {
  return [
    ...folders.map((folder) => `mkdir ${shellQuote(folder)} || exit ${CANNOT_JOIN}`),
    ...writes.map(
      ({ file, value }) => `echo ${shellQuote(value)} > ${shellQuote(file)} || exit ${CANNOT_JOIN}`,
    ),
    ...joins.map((file) => `echo "$$" > ${shellQuote(file)} || exit ${CANNOT_JOIN}`),
  ];
}

/** What a box without the host's network, processes and files is made of. */
interface BoxMounts {
  /** The box's `/`, whose programs may write anywhere in it. */
  root: string;
  /** Host folders and files of the system, shown at the same place and not writable. */
  system: string[];
  /** The box's `/etc`, made for it, and what of the host's is shown in it. */
  etc: string;
  etcFiles: string[];
  /** Of `/proc` what may not be written to, and what may not be seen. */
  kernel: KernelFiles;
  /** What the supervisor needs, shown at `/run/box`. */
  control: string;
  program: string;
  node: string;
  proxyFolder: string | null;
  binds: { from: string; to: string; writable: boolean }[];
}

export type BoxIdentity =
  /** Ordinary user: one user namespace around the box, in which no other can be made. */
  | { kind: 'user-namespace'; uid: number; gid: number }
  /** Root: no user namespace at all; what runs in the box is another user, without any capability. */
  | { kind: 'root'; uid: number; gid: number };

/** All that root keeps in a box: for `setpriv`, which gives it up. */
export const ROOT_CAPABILITIES = [
  ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID'],
  ['--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP'],
].flat();
const SHARED_MEMORY = String(64 * 1024 * 1024);

/** What `bwrap` is told, less the program to run. */
export function bubblewrapArguments(
  mounts: BoxMounts,
  identity: BoxIdentity,
  host: { hostname: string; seccompFd: number | null; statusFd: number },
): string[] {
  return [
    // Each namespace by name: `--unshare-all` would take the ones that are not to be had as a wish.
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
    // bubblewrap covers these only where it could write to them itself, having given its rights up before.
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

/** What is put before the box's first program so that it is the user of the box and nothing more. */
export function setprivArguments(identity: BoxIdentity): string[] {
  if (identity.kind === 'user-namespace') return [];
  return [
    ['/usr/bin/setpriv', '--reuid', String(identity.uid), '--regid', String(identity.gid), '--clear-groups'],
    ['--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', '--no-new-privs'],
  ].flat();
}
