import type { CgroupSteps } from './cgroup-plan.ts';
import { shellQuote } from './supervisor/shell.ts';
import type { KernelFiles } from './system-files.ts';

/**
 * File descriptors that `bwrap` reads its arguments and its system call filter from. The process list does not show
 * arguments that `bwrap` reads from a descriptor.
 */
export const ARGUMENTS_FD = 9;
export const SECCOMP_FD = 8;
/** File descriptor that `bwrap` writes the process ID of its child to. */
export const STATUS_FD = 7;
/** Line on stdin that makes the launch script start the box. */
export const START_LINE = 'go';
const CANNOT_JOIN = 71;
const EXIT_NOT_STARTED = 72;
/** Script lines that close the file descriptors inherited from the host, so that the box cannot use them. */
const CLOSE_INHERITED = [
  'for file in /proc/self/fd/*; do',
  '  fd=${file##*/}',
  '  case "$fd" in 0 | 1 | 2 | *[!0-9]*) ;; ? | ${BASH_VERSION:+*}) eval "exec $fd>&-" ;; esac',
  'done 2>/dev/null',
].join('\n');

/**
 * Builds a bash script (a plain `sh` cannot close descriptors above 9). The script prints its process ID on a line,
 * creates and joins the control group, waits for the start line, and replaces itself with the command `line`. The
 * printed process ID remains valid, because `exec` runs the command in the same process.
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
    // Bytes after the start line are for the supervisor, so the shell must read byte by byte.
    `IFS= read -r word && [ "$word" = ${START_LINE} ] || exit ${EXIT_NOT_STARTED}`,
    [
      'exec',
      ...line.map(shellQuote),
      ...(argumentsFile === null ? [] : [`${ARGUMENTS_FD}<${shellQuote(argumentsFile)}`]),
      ...(seccompFile === null ? [] : [`${SECCOMP_FD}<${shellQuote(seccompFile)}`]),
      ...(statusFile === null ? [] : [`${STATUS_FD}>${shellQuote(statusFile)}`]),
    ].join(' '),
  ].join('\n');
}

/**
 * Returns script lines that create a control group and move the shell into the group. If a step fails, the shell prints
 * the reason and exits.
 */
export function joinCgroupLines({ folders, writes, joins }: CgroupSteps): string[] {
  return [
    ...folders.map((folder) => `mkdir ${shellQuote(folder)} || exit ${CANNOT_JOIN}`),
    ...writes.map(
      ({ file, value }) => `echo ${shellQuote(value)} > ${shellQuote(file)} || exit ${CANNOT_JOIN}`,
    ),
    ...joins.map((file) => `echo "$$" > ${shellQuote(file)} || exit ${CANNOT_JOIN}`),
  ];
}

/**
 * Files and folders that are mounted in a box. A box sees only the mounted files of the host, and neither the network
 * nor the processes of the host.
 */
interface BoxMounts {
  /** Host folder that the box sees as `/`, and that programs of the box can write to. */
  root: string;
  /** System files and folders of the host, mounted read-only at the same path. */
  system: string[];
  /** Host folder that the box sees as `/etc`. Files of the host are mounted in the box's `/etc`. */
  etc: string;
  etcFiles: string[];
  /** Parts of `/proc` that are read-only or hidden in the box. */
  kernel: KernelFiles;
  /** Host folder with the supervisor's files, mounted at `/run/box`. */
  control: string;
  program: string;
  node: string;
  proxyFolder: string | null;
  binds: { from: string; to: string; writable: boolean }[];
}

export type BoxIdentity =
  /**
   * Identity if an ordinary user starts the box: the box runs in a user namespace and cannot create other user
   * namespaces.
   */
  | { kind: 'user-namespace'; uid: number; gid: number }
  /**
   * Identity if root starts the box, which then needs no user namespace. Programs of the box run as the user `uid`,
   * without any capability.
   */
  | { kind: 'root'; uid: number; gid: number };

/** Capabilities that root keeps in a box until `setpriv` has dropped them, because `setpriv` itself needs them. */
export const ROOT_CAPABILITIES = [
  ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID'],
  ['--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP'],
].flat();
const SHARED_MEMORY = String(64 * 1024 * 1024);

/** Returns the arguments of `bwrap`, except for the program that it runs. */
export function bubblewrapArguments(
  mounts: BoxMounts,
  identity: BoxIdentity,
  host: { hostname: string; seccompFd: number | null; statusFd: number },
): string[] {
  return [
    // Each namespace is listed, because `--unshare-all` would silently skip unavailable namespaces.
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
    // All paths of `/proc` to protect are mounted here, because bubblewrap itself would protect only the writable
    // paths: it drops its privileges before it selects the paths.
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

/** Returns the command prefix that switches the box's first program to the box's user, without any capability. */
export function setprivArguments(identity: BoxIdentity): string[] {
  if (identity.kind === 'user-namespace') return [];
  return [
    ['/usr/bin/setpriv', '--reuid', String(identity.uid), '--regid', String(identity.gid), '--clear-groups'],
    ['--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', '--no-new-privs'],
  ].flat();
}
