import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BoxHostOptions } from '../host.ts';
import { commandEnvironment } from '../environment.ts';
import { becomeUser, type BoxIdentity, bubblewrapArguments } from '../launch/bubblewrap-arguments.ts';
import { CA_FILE, BUNDLE_FILE, writeCertificates } from '../launch/certificates.ts';
import { furnish, HOME, makeFolder, userFor } from '../launch/folder.ts';
import { ARGUMENTS_FD, launchScript, SECCOMP_FD, STATUS_FD } from '../launch/script.ts';
import { findSystemFiles } from '../launch/system-files.ts';
import { seccompFilter } from '../limits/seccomp.ts';
import { BOX_PATH, type Box, type BoxOptions, BoxStartError } from '../port.ts';
import type { Ability } from './ability.ts';
import { groupFor, limitPrefix } from './box-limits.ts';
import { launch } from './launched.ts';
import { takeBox } from './started-box.ts';

const BRIDGE_PORT = 3128;
const INSIDE = '/run/box';
const NOBODY = 65_534;
/** Folders of the box that are made for it alone. */
const TAKEN = /^\/(usr|bin|sbin|lib\w*|etc|proc|dev|run|nix)?(\/|$)/;
/** V8 takes what it is given: the supervisor is to stay small. */
const NODE_FLAGS = ['--max-old-space-size=64', '--max-semi-space-size=1', '--no-warnings'];

/** A box in namespaces of its own. Throws `BoxStartError`. */
export function startNamespaced(host: BoxHostOptions, ability: Ability, options: BoxOptions): Promise<Box> {
  const binds = options.binds.map((bind) => ({ ...bind, to: path.posix.normalize(bind.to) }));
  for (const { from, to } of binds) {
    if (!path.isAbsolute(from) || !path.isAbsolute(to) || TAKEN.test(to)) {
      throw new BoxStartError(
        `${from} cannot be shown at ${to}: use absolute paths, and none of the system's folders`,
      );
    }
  }
  const identity = identityFor(ability, options);
  const folder = makeFolder(options.folder);
  const system = findSystemFiles();
  const user = { uid: identity.uid, gid: identity.gid, chown: ability.way === 'root' };
  furnish(folder, system, user, options.id, binds);
  writeCertificates(folder.control, options.caPem);
  const filter = seccompFilter(process.arch);
  const files = {
    arguments: path.join(folder.launch, 'arguments'),
    filter: path.join(folder.launch, 'filter'),
    status: path.join(folder.launch, 'status'),
  };
  if (filter !== null) writeFileSync(files.filter, filter);
  const args = bubblewrapArguments(
    {
      root: folder.root,
      system: system.folders,
      etc: folder.etc,
      etcFiles: system.etc,
      control: folder.control,
      program: host.supervisor.folder,
      node: host.node,
      proxyFolder: proxyFolder(options.proxySocket),
      binds,
    },
    identity,
    { hostname: options.id, seccompFd: filter === null ? null : SECCOMP_FD, statusFd: STATUS_FD },
  );
  writeFileSync(files.arguments, args.map((word) => `${word}\0`).join(''));
  const group = groupFor(ability, options);
  const program = `${INSIDE}/program/${path.basename(host.supervisor.entry)}`;
  const script = launchScript({
    group,
    argumentsFile: files.arguments,
    seccompFile: filter === null ? null : files.filter,
    statusFile: files.status,
    line: [
      [ability.bwrap ?? 'bwrap', '--args', String(ARGUMENTS_FD), '--', ...becomeUser(identity)],
      [`${INSIDE}/bin/node`, ...NODE_FLAGS, program],
    ].flat(),
  });
  const bridged = options.proxySocket !== null;
  const { env, fixedEnv } = commandEnvironment(options, {
    home: HOME,
    temporary: '/tmp',
    path: BOX_PATH,
    caFile: `${INSIDE}/${CA_FILE}`,
    bundleFile: `${INSIDE}/${BUNDLE_FILE}`,
    proxy: bridged ? { host: '127.0.0.1', port: BRIDGE_PORT } : null,
    hasDirectWay: false,
  });
  return takeBox(
    launch(script, { group, elevate: ability.elevate, statusFile: files.status }),
    options,
    {
      do: 'hello',
      env,
      fixedEnv,
      home: HOME,
      root: null,
      bridge: bridged
        ? { port: BRIDGE_PORT, socket: `${INSIDE}/proxy/${path.basename(options.proxySocket ?? '')}` }
        : null,
      prefix: limitPrefix(ability, options, group),
      marker: null,
    },
    (caPem) => writeCertificates(folder.control, caPem),
  );
}

/** Who programs of the box are: this user, or for root whoever owns what they are to write in, or a user of the box's own. */
function identityFor({ way }: Ability, { id, binds }: BoxOptions): BoxIdentity {
  const [uid, gid] = [process.getuid?.() ?? NOBODY, process.getgid?.() ?? NOBODY];
  if (way === 'user-namespace') return { kind: way, uid, gid };
  if (way === 'sudo') return { kind: 'root', uid, gid };
  const writable = binds.find((bind) => bind.writable);
  const owner = writable === undefined ? undefined : statSync(writable.from);
  if (owner !== undefined) return { kind: 'root', uid: owner.uid, gid: owner.gid };
  return { kind: 'root', uid: userFor(id), gid: userFor(id) };
}

/** The folder of the proxy's socket, made if need be: the proxy may come later. */
function proxyFolder(socket: string | null): string | null {
  if (socket === null) return null;
  const folder = path.dirname(socket);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}
