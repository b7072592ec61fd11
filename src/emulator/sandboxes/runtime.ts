import process from 'node:process';
import { readPlainText, WRITTEN_MAX_BYTES } from '../../os/plain-file.ts';
import { outputOf } from '../../os/programs.ts';
import type { BoxHost, IsolationLevel } from '../../box/box.ts';
import { memoizeAsync } from '../../clients/memoize.ts';
import type { EmulatorConfig } from '../ports/context.ts';
import { PROGRAMS } from '../ports/installation.ts';
import type { CredentialProxy } from '../../credential-proxy/port.ts';

/** Runs boxes and the credential proxy on this machine. */
export interface SandboxRuntime {
  /**
   * Starts the proxy. The proxy also listens on a loopback port, for boxes without a separate network. A `port` of 0
   * means any free port.
   */
  startProxy(port: number): Promise<CredentialProxy>;
  boxes: BoxHost;
  /** Required isolation of boxes. `auto` uses the strongest available level, but refuses secrets without namespaces. */
  isolation: IsolationLevel | 'auto';
  /** Private networks that the operator allows sandboxes to reach, in CIDR notation. */
  privateNetworks: readonly string[];
  /** Reads additional root certificates for upstream connections, in PEM format. */
  extraRoots(): Promise<string[]>;
  upstreamProxy: string | null;
}

type SandboxConfig = Pick<EmulatorConfig, 'sandboxIsolation' | 'sandboxNetworks' | 'sandboxRootsFile'>;

/** Creates the runtime for this machine. The runtime's code is loaded for the first sandbox. */
export function machineRuntime(config: SandboxConfig): SandboxRuntime {
  const boxHost = memoizeAsync(realBoxHost);
  return {
    async startProxy(port) {
      const { startProxy } = await import('../../credential-proxy/owner/start-proxy.ts');
      return startProxy({ entry: PROGRAMS.credentialProxy, auditFile: null, port });
    },
    boxes: {
      report: async () => (await boxHost()).report(),
      start: async (box) => (await boxHost()).start(box),
    },
    isolation: config.sandboxIsolation,
    privateNetworks: config.sandboxNetworks,
    extraRoots: async () =>
      config.sandboxRootsFile === undefined
        ? []
        : [await readPlainText(config.sandboxRootsFile, { maxBytes: WRITTEN_MAX_BYTES })],
    upstreamProxy: null,
  };
}

async function realBoxHost(): Promise<BoxHost> {
  const { createBoxHost } = await import('../../box/host.ts');
  return createBoxHost({
    supervisor: PROGRAMS.boxSupervisor,
    node: process.execPath,
    // `sudo` is not used, because starting the emulator does not mean that the user permits root privileges.
    sudo: false,
  });
}

/** Deletes a box's folder, if possible in a separate process, because a million files must not delay requests. */
export async function eraseBox(folder: string): Promise<void> {
  try {
    await outputOf('/bin/rm', ['-rf', '--', folder], { env: {} });
  } catch {
    // Deletes the folder in this process if the separate process could not start, or if file modes prevented the
    // deletion.
    const { removeBoxFolder } = await import('../../box/host.ts');
    removeBoxFolder(folder);
  }
}
