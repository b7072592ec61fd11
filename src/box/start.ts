import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorMessage } from '../os/errors.ts';
import { noDebuggerFlags } from '../os/debugger.ts';
import { proxyEnvironment } from '../credential-proxy/environment.ts';
import { type Box, BOX_PATH, type BoxOptions, BoxStartError, type IsolationLevel } from './box.ts';
import type { HostCapabilities } from './capabilities.ts';
import { connectPort, readFile, runCommand, search, writeFile } from './operations.ts';
import { launch, type LaunchedBox } from './launch.ts';
import { BoxConnection } from './connection.ts';
import {
  ARGUMENTS_FD,
  type BoxIdentity,
  bubblewrapArguments,
  launchScript,
  SECCOMP_FD,
  setprivArguments,
  STATUS_FD,
} from './launch-command.ts';
import {
  BUNDLE_FILE,
  CA_FILE,
  HOME,
  installProgram,
  makeBoxFolder,
  type Program,
  populateBox,
  uidOf,
  writeCertificates,
} from './box-folder.ts';
import { findKernelFiles, findSystemFiles } from './system-files.ts';
import { type CgroupSteps, OWN_TASKS, planCgroup } from './cgroup-plan.ts';
import { seccompFilter } from './seccomp.ts';
import type { Hello } from './supervisor/protocol.ts';

/** Node executable and program of the supervisor, the first process of a box. */
export interface SupervisorProgram {
  node: string;
  program: Program;
}

const BRIDGE_PORT = 3128;
const INSIDE = '/run/box';
/** User and group ID of an account that has no permissions on most systems. */
const UNPRIVILEGED = 65_534;
/** Matches paths where no host folder can be mounted, because each box creates these folders itself. */
const TAKEN = /^\/(usr|bin|sbin|lib\w*|etc|proc|dev|run|nix)?(\/|$)/;
/** Flags that limit the memory of the supervisor's Node. */
const NODE_FLAGS = ['--max-old-space-size=64', '--max-semi-space-size=1', '--no-warnings'];

/** Starts a box in new namespaces. On failure, cleans up and rejects with `BoxStartError`. */
export async function startNamespaced(
  host: SupervisorProgram,
  ability: HostCapabilities,
  options: BoxOptions,
): Promise<Box> {
  const binds = checkedBinds(options);
  const identity = identityFor(ability, options);
  const folder = makeBoxFolder(options.folder);
  const files = {
    arguments: path.join(folder.launch, 'arguments'),
    filter: path.join(folder.launch, 'filter'),
    status: path.join(folder.launch, 'status'),
  };
  // The status file of an earlier start contains a process ID that might now belong to another program.
  rmSync(files.status, { force: true });
  const filter = seccompFilter(process.arch);
  const group = cgroupFor(ability, options);
  const script = launchScript({
    group,
    argumentsFile: files.arguments,
    seccompFile: filter === null ? null : files.filter,
    statusFile: files.status,
    line: [
      [ability.bwrap ?? 'bwrap', '--args', String(ARGUMENTS_FD), '--', ...setprivArguments(identity)],
      [`${INSIDE}/bin/node`, ...noDebuggerFlags(), ...NODE_FLAGS, `${INSIDE}/program/${host.program.entry}`],
    ].flat(),
  });
  // The box's folders are created while the script joins its control group, because joining takes time.
  const launched = launch(script, { group, elevate: ability.elevate, statusFile: files.status });
  try {
    const system = findSystemFiles();
    const user = { uid: identity.uid, gid: identity.gid, chown: ability.method === 'root' };
    populateBox(folder, system, user, options.id, binds);
    writeCertificates(folder.control, options.caPem);
    const mounts = {
      root: folder.root,
      system: system.folders,
      etc: folder.etc,
      etcFiles: system.etc,
      kernel: findKernelFiles(),
      control: folder.control,
      program: installProgram(host.program, folder.control),
      node: host.node,
      proxyFolder: proxyFolder(options.proxySocket),
      binds,
    };
    const fds = { seccompFd: filter === null ? null : SECCOMP_FD, statusFd: STATUS_FD };
    const args = bubblewrapArguments(mounts, identity, { hostname: options.id, ...fds });
    if (filter !== null) writeFileSync(files.filter, filter);
    writeFileSync(files.arguments, args.map((word) => `${word}\0`).join(''));
  } catch (error) {
    launched.kill();
    await launched.ended;
    throw error;
  }
  launched.go();
  const prefix = prlimitPrefix(ability, options, group);
  return connectBox(launched, options, helloFor(options, prefix), (caPem) =>
    writeCertificates(folder.control, caPem),
  );
}

function helloFor(options: BoxOptions, prefix: string[]): Hello {
  const socket = options.proxySocket === null ? null : path.basename(options.proxySocket);
  const environment = commandEnvironment(options, {
    home: HOME,
    tmp: '/tmp',
    path: BOX_PATH,
    caFile: `${INSIDE}/${CA_FILE}`,
    bundleFile: `${INSIDE}/${BUNDLE_FILE}`,
    proxy: socket === null ? null : { host: '127.0.0.1', port: BRIDGE_PORT },
    hasDirectWay: false,
  });
  const bridge = socket === null ? null : { port: BRIDGE_PORT, socket: `${INSIDE}/proxy/${socket}` };
  return { do: 'hello', ...environment, home: HOME, root: null, bridge, prefix, marker: null };
}

/** Returns the mounts of a box. Throws `BoxStartError` if a mount point belongs to the system or is ambiguous. */
function checkedBinds({ binds }: BoxOptions): BoxOptions['binds'] {
  return binds.map(({ from, to, writable }) => {
    const at = path.posix.normalize(to);
    if (path.isAbsolute(from) && path.isAbsolute(at) && !TAKEN.test(at)) return { from, to: at, writable };
    throw new BoxStartError(
      `${from} cannot be mounted at ${to}: use absolute paths outside the system's folders`,
    );
  });
}

/**
 * Returns the user that runs the box's programs: the current user. If the current user is root, returns the owner of
 * the writable mount, or else the box's own user.
 */
function identityFor({ method: way }: HostCapabilities, { id, binds }: BoxOptions): BoxIdentity {
  const [uid, gid] = [process.getuid?.() ?? UNPRIVILEGED, process.getgid?.() ?? UNPRIVILEGED];
  if (way === 'user-namespace') return { kind: way, uid, gid };
  if (way === 'sudo') return { kind: 'root', uid, gid };
  const writable = binds.find((bind) => bind.writable);
  const owner = writable === undefined ? undefined : statSync(writable.from);
  if (owner !== undefined) return { kind: 'root', uid: owner.uid, gid: owner.gid };
  return { kind: 'root', uid: uidOf(id), gid: uidOf(id) };
}

/**
 * Returns the folder of the proxy's socket. Creates the folder if it is missing, because the proxy can start later than
 * the box.
 */
function proxyFolder(socket: string | null): string | null {
  if (socket === null) return null;
  const folder = path.dirname(socket);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

const MARKER = 'AGENT_DEPLOY_BOX';

/**
 * Starts a box without namespaces: its programs run on this machine as the current user. Throws `BoxStartError` if the
 * box cannot be started.
 */
export function startPlain(
  host: SupervisorProgram,
  ability: HostCapabilities,
  options: BoxOptions,
): Promise<Box> {
  const folder = makeBoxFolder(options.folder);
  writeCertificates(folder.control, options.caPem);
  const home = path.join(folder.root, HOME);
  const group = cgroupFor(ability, options);
  const { env, fixedEnv } = commandEnvironment(options, {
    home,
    tmp: path.join(folder.root, 'tmp'),
    path: [process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin', path.dirname(host.node)].join(
      path.delimiter,
    ),
    caFile: path.join(folder.control, CA_FILE),
    bundleFile: path.join(folder.control, BUNDLE_FILE),
    // The proxy's socket is not used, because a port that forwards to the socket would be open to the whole machine.
    proxy: options.proxyAddress,
    hasDirectWay: true,
  });
  const script = launchScript({
    group,
    argumentsFile: null,
    seccompFile: null,
    statusFile: null,
    line: [
      host.node,
      '--no-warnings',
      path.join(installProgram(host.program, folder.control), host.program.entry),
    ],
  });
  const launched = launch(script, { group, elevate: [], statusFile: null });
  launched.go();
  return connectBox(
    launched,
    options,
    {
      do: 'hello',
      env,
      fixedEnv,
      home,
      root: folder.root,
      bridge: null,
      prefix: prlimitPrefix(ability, options, group),
      marker: `${MARKER}=${options.id}-${randomBytes(8).toString('hex')}`,
    },
    (caPem) => writeCertificates(folder.control, caPem),
  );
}

const READY_MS = 20_000;
const STOP_MS = 3_000;

/**
 * Connects to the supervisor of a launched box. If the supervisor does not become ready, cleans up and rejects with
 * `BoxStartError`.
 */
async function connectBox(
  launched: LaunchedBox,
  options: BoxOptions,
  hello: Hello,
  trust: (caPem: string) => void,
): Promise<Box> {
  const line = new BoxConnection(launched, () => launched.kill());
  const ended = launched.ended.then(() => line.disconnect());
  try {
    line.sendMessage(hello);
  } catch (error) {
    // A message that is too long cannot be sent, and the supervisor would wait for the message forever.
    launched.kill();
    await ended;
    const why = errorMessage(error);
    throw new BoxStartError(
      `box ${options.id} could not be started because its variables are too long: ${why}`,
      {
        cause: error,
      },
    );
  }
  const timer = Promise.withResolvers<'late'>();
  const timeout = setTimeout(() => timer.resolve('late'), READY_MS);
  const outcome = await Promise.race([
    line.ready.then(() => 'ready' as const),
    ended.then(() => 'ended' as const),
    timer.promise,
  ]);
  clearTimeout(timeout);
  if (outcome !== 'ready') {
    launched.kill();
    await ended;
    const output = launched.errorTail();
    const why = outcome === 'late' ? `it was not ready within ${READY_MS / 1000} s` : 'it ended immediately';
    throw new BoxStartError(
      `box ${options.id} could not be started: ${why}${output === '' ? '' : ` (${output})`}`,
    );
  }
  return aroundLine(line, launched, ended, options, trust);
}

function aroundLine(
  line: BoxConnection,
  launched: LaunchedBox,
  ended: Promise<void>,
  { id, level }: { id: string; level: IsolationLevel },
  trust: (caPem: string) => void,
): Box {
  return {
    id,
    level,
    run: (command) => runCommand(line, command, () => launched.kill()),
    readFile: (path, range) => readFile(line, path, range),
    writeFile: (path, data) => writeFile(line, path, data),
    search: (given) => search(line, given),
    connect: (port) => connectPort(line, port),
    trust: async (caPem) => trust(caPem),
    ended,
    stop: async () => {
      line.sendMessage({ do: 'stop' });
      const timer = setTimeout(() => launched.kill(), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Plans the control group of a box, or returns null if no group can be created. */
function cgroupFor({ cgroups: groups }: HostCapabilities, { id, limits }: BoxOptions): CgroupSteps | null {
  if (groups === null) return null;
  const steps = planCgroup(groups, `${id}-${randomBytes(4).toString('hex')}`, limits);
  return steps.folders.length === 0 ? null : steps;
}

/**
 * Returns the command prefix that sets limits for each command of a box without a control group. Limits without a
 * control group are weaker, as the isolation report explains.
 */
function prlimitPrefix(
  { cgroups: groups, prlimit, level }: HostCapabilities,
  { limits }: BoxOptions,
  group: CgroupSteps | null,
): string[] {
  const by = (name: 'memory' | 'pids') =>
    group !== null && groups !== null && (groups.version === 2 || groups[name] !== null);
  const set = [
    ...(limits.memoryBytes === null || by('memory') ? [] : [`--data=${limits.memoryBytes}`]),
    // The kernel counts processes per user, so a limit on processes only works in a box with namespaces, where all
    // processes of the user belong to the box.
    ...(limits.processes === null || by('pids') || level !== 'namespaces'
      ? []
      : [`--nproc=${limits.processes + OWN_TASKS}`]),
  ];
  return set.length === 0 || !prlimit ? [] : ['/usr/bin/prlimit', ...set, '--'];
}

/** Paths and addresses that the programs of a box use. */
interface CommandSurroundings {
  home: string;
  tmp: string;
  path: string;
  caFile: string;
  bundleFile: string;
  /** The proxy's address, or null if the box has no proxy. */
  proxy: { host: string; port: number } | null;
  /** True if programs can reach the network without the proxy. */
  hasDirectWay: boolean;
}

/**
 * Returns the default environment of commands and the variables that commands cannot override, both without variables
 * of the host.
 */
function commandEnvironment(
  options: Pick<BoxOptions, 'env' | 'proxyUser' | 'noProxy'>,
  place: CommandSurroundings,
): { env: Record<string, string>; fixedEnv: Record<string, string> } {
  const { proxy, caFile, bundleFile, hasDirectWay } = place;
  const env = {
    PATH: place.path,
    HOME: place.home,
    USER: 'user',
    LOGNAME: 'user',
    SHELL: '/bin/sh',
    TMPDIR: place.tmp,
    LANG: 'C.UTF-8',
    ...options.env,
  };
  if (proxy === null) return { env, fixedEnv: {} };
  const { proxyUser, noProxy } = options;
  const credentials = proxyUser === null ? '' : `${proxyUser.name}:${proxyUser.token}@`;
  const proxyUrl = `http://${credentials}${proxy.host}:${proxy.port}`;
  return { env, fixedEnv: proxyEnvironment({ proxyUrl, caFile, bundleFile, noProxy, hasDirectWay }) };
}
