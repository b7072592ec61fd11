import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { placeProgram } from '../launch/program.ts';
import type { SupervisorParts } from '../host.ts';
import { commandEnvironment } from '../environment.ts';
import { BUNDLE_FILE, CA_FILE, writeCertificates } from '../launch/certificates.ts';
import { HOME, makeFolder } from '../launch/folder.ts';
import { launchScript } from '../launch/script.ts';
import type { Box, BoxOptions } from '../port.ts';
import type { Ability } from './ability.ts';
import { groupFor, limitPrefix } from './box-limits.ts';
import { launch } from './launched.ts';
import { takeBox } from './started-box.ts';

const MARKER = 'AGENT_DEPLOY_BOX';

/** A box that is a folder and an environment: its programs are this user's, on this machine. Throws `BoxStartError`. */
export function startPlain(host: SupervisorParts, ability: Ability, options: BoxOptions): Promise<Box> {
  const folder = makeFolder(options.folder);
  writeCertificates(folder.control, options.caPem);
  const home = path.join(folder.root, HOME);
  const group = groupFor(ability, options);
  const { env, fixedEnv } = commandEnvironment(options, {
    home,
    temporary: path.join(folder.root, 'tmp'),
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
      path.join(placeProgram(host.program, folder.control), host.program.entry),
    ],
  });
  const launched = launch(script, { group, elevate: [], statusFile: null });
  launched.go();
  return takeBox(
    launched,
    options,
    {
      do: 'hello',
      env,
      fixedEnv,
      home,
      root: folder.root,
      bridge: null,
      prefix: limitPrefix(ability, options, group),
      marker: `${MARKER}=${options.id}-${randomBytes(8).toString('hex')}`,
    },
    (caPem) => writeCertificates(folder.control, caPem),
  );
}
