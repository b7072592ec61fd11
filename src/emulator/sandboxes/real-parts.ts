import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { memoizeAsync } from '../../clients/memoize.ts';
import type { BoxHost, IsolationLevel } from '../../box/box.ts';
import type { SandboxRuntime } from './lifecycle/parts.ts';

const run = promisify(execFile);
const SOURCES = path.resolve(import.meta.dirname, '../..');
const IN_BOX = path.join(SOURCES, 'box/supervisor');

export interface MachineRuntimeOptions {
  isolation: IsolationLevel | 'auto';
  privateNetworks: readonly string[];
  /** PEM; read when the first sandbox needs it. */
  rootsFile: string | undefined;
  upstreamProxy: string | null;
  /** Where the proxy writes its audit; null: nowhere. */
  auditFile: string | null;
}

/** Boxes and a proxy of this machine, from the sources. Loaded when the first sandbox needs them. */
export function machineRuntime(options: MachineRuntimeOptions): SandboxRuntime {
  const boxHost = memoizeAsync(realBoxHost);
  return {
    async startProxy(port) {
      const { startProxy } = await import('../../credential-proxy/owner/start-proxy.ts');
      return startProxy({
        entry: path.join(SOURCES, 'credential-proxy/main.ts'),
        auditFile: options.auditFile,
        port,
      });
    },
    boxes: {
      report: async () => (await boxHost()).report(),
      start: async (box) => (await boxHost()).start(box),
    },
    isolation: options.isolation,
    privateNetworks: options.privateNetworks,
    extraRoots: async () =>
      options.rootsFile === undefined ? [] : [await readFile(options.rootsFile, 'utf8')],
    upstreamProxy: options.upstreamProxy,
  };
}

async function realBoxHost(): Promise<BoxHost> {
  const { createBoxHost } = await import('../../box/host.ts');
  return createBoxHost({
    supervisor: { entry: path.join(IN_BOX, 'main.ts'), folder: IN_BOX },
    node: process.execPath,
    // Nobody who starts an emulator says by that that it may become root.
    sudo: false,
  });
}

/**
 * Erases a box's folder, or what else was made for it. By another process where there is one for that: programs may have
 * made a million files, and nobody else is to wait for them.
 */
export async function eraseBox(folder: string): Promise<void> {
  try {
    await run('/bin/rm', ['-rf', '--', folder], { env: {} });
  } catch {
    // No such program here, or modes that keep even the owner out.
    const { removeBoxFolder } = await import('../../box/host.ts');
    removeBoxFolder(folder);
  }
}
