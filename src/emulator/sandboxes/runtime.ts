import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { readPlainText, WRITTEN_MAX_BYTES } from '../../os/plain-file.ts';
import type { BoxHost, IsolationLevel } from '../../box/box.ts';
import { memoizeAsync } from '../../clients/memoize.ts';
import type { EmulatorConfig } from '../ports/context.ts';
import { PROGRAMS } from '../ports/installation.ts';
import type { CredentialProxy } from '../../credential-proxy/port.ts';

/** The machine's runtime of boxes. */
export interface SandboxRuntime {
  /** On a loopback port, 0 for any: for boxes without a network of their own. */
  startProxy(port: number): Promise<CredentialProxy>;
  boxes: BoxHost;
  /**
   * The required isolation of boxes; `auto`: the strongest available, but no secrets without a namespace of their own.
   */
  isolation: IsolationLevel | 'auto';
  /** Private addresses that sandboxes may reach (CIDR): the operator's decision. */
  privateNetworks: readonly string[];
  /** PEM: roots of upstreams besides those of the machine. */
  extraRoots(): Promise<string[]>;
  upstreamProxy: string | null;
}

type SandboxConfig = Pick<EmulatorConfig, 'sandboxIsolation' | 'sandboxNetworks' | 'sandboxRootsFile'>;

/** Boxes and a proxy of this machine. Loaded when the first sandbox needs them. */
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
    // Starting an emulator does not grant it root.
    sudo: false,
  });
}

/**
 * Erases a box's folder, in another process where the system has a program for it: programs may have made a million
 * files, and no request should wait for them.
 */
export async function eraseBox(folder: string): Promise<void> {
  try {
    await promisify(execFile)('/bin/rm', ['-rf', '--', folder], { env: {} });
  } catch {
    // There is no such program, or the modes keep even the owner out.
    const { removeBoxFolder } = await import('../../box/host.ts');
    removeBoxFolder(folder);
  }
}
