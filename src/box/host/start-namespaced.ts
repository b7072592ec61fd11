import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installProgram } from '../launch/program.ts';
import type { SupervisorProgram } from '../host.ts';
import { commandEnvironment } from '../environment.ts';
import { setprivArguments, type BoxIdentity, bubblewrapArguments } from '../launch/bubblewrap-arguments.ts';
import { CA_FILE, BUNDLE_FILE, writeCertificates } from '../launch/certificates.ts';
import { populateBox, HOME, makeBoxFolder, uidOf } from '../launch/folder.ts';
import { ARGUMENTS_FD, launchScript, SECCOMP_FD, STATUS_FD } from '../launch/script.ts';
import { findKernelFiles, findSystemFiles } from '../launch/system-files.ts';
import { seccompFilter } from '../limits/seccomp.ts';
import type { Hello } from '../in-box/messages.ts';
import { BOX_PATH, type Box, type BoxOptions, BoxStartError } from '../port.ts';
import type { HostCapabilities } from './ability.ts';
import { cgroupFor, prlimitPrefix } from './box-limits.ts';
import { launch } from './launched.ts';
import { connectBox } from './started-box.ts';

const BRIDGE_PORT = 3128;
const INSIDE = '/run/box';
const NOBODY = 65_534;
/** Folders of the box that are made for it alone. */
const TAKEN = /^\/(usr|bin|sbin|lib\w*|etc|proc|dev|run|nix)?(\/|$)/;
/** V8 takes what it is given: the supervisor is to stay small. */
const NODE_FLAGS = ['--max-old-space-size=64', '--max-semi-space-size=1', '--no-warnings'];

/** A box in namespaces of its own. Rejects with `BoxStartError`; nothing is left then. */
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
  // Of an earlier start: its number may be another program's by now.
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
      [`${INSIDE}/bin/node`, ...NODE_FLAGS, `${INSIDE}/program/${host.program.entry}`],
    ].flat(),
  });
  // Joining a control group takes the kernel a while: the folders are made meanwhile.
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

/** Throws `BoxStartError` for a place that is the system's, or that could be read in two ways. */
function checkedBinds({ binds }: BoxOptions): BoxOptions['binds'] {
  return binds.map(({ from, to, writable }) => {
    const at = path.posix.normalize(to);
    if (path.isAbsolute(from) && path.isAbsolute(at) && !TAKEN.test(at)) return { from, to: at, writable };
    throw new BoxStartError(
      `${from} cannot be shown at ${to}: use absolute paths, and none of the system's folders`,
    );
  });
}

/** Who programs of the box are: this user, or for root whoever owns what they are to write in, or a user of the box's own. */
function identityFor({ method: way }: HostCapabilities, { id, binds }: BoxOptions): BoxIdentity {
  const [uid, gid] = [process.getuid?.() ?? NOBODY, process.getgid?.() ?? NOBODY];
  if (way === 'user-namespace') return { kind: way, uid, gid };
  if (way === 'sudo') return { kind: 'root', uid, gid };
  const writable = binds.find((bind) => bind.writable);
  const owner = writable === undefined ? undefined : statSync(writable.from);
  if (owner !== undefined) return { kind: 'root', uid: owner.uid, gid: owner.gid };
  return { kind: 'root', uid: uidOf(id), gid: uidOf(id) };
}

/** The folder of the proxy's socket, made if need be: the proxy may come later. */
function proxyFolder(socket: string | null): string | null {
  if (socket === null) return null;
  const folder = path.dirname(socket);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}
