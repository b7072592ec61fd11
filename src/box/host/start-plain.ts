import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { installProgram } from '../launch/program.ts';
import type { SupervisorProgram } from '../host.ts';
import { commandEnvironment } from '../environment.ts';
import { BUNDLE_FILE, CA_FILE, writeCertificates } from '../launch/certificates.ts';
import { HOME, makeBoxFolder } from '../launch/folder.ts';
import { launchScript } from '../launch/script.ts';
import type { Box, BoxOptions } from '../port.ts';
import type { HostCapabilities } from './ability.ts';
import { cgroupFor, prlimitPrefix } from './box-limits.ts';
import { launch } from './launched.ts';
import { connectBox } from './started-box.ts';

const MARKER = 'AGENT_DEPLOY_BOX';

/** A box that is a folder and an environment: its programs are this user's, on this machine. Throws `BoxStartError`. */
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
    // Never the socket: a port that leads to it would let the whole machine in.
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
