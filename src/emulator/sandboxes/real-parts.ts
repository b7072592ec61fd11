import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { memoizeAsync } from '../../clients/memoize.ts';
import type { BoxHost } from '../../box/box.ts';
import type { EmulatorConfig } from '../ports/context.ts';
import type { SandboxRuntime } from './lifecycle/parts.ts';

const run = promisify(execFile);
const SOURCES = path.resolve(import.meta.dirname, '../..');
const IN_BOX = path.join(SOURCES, 'box/supervisor');

type SandboxConfig = Pick<EmulatorConfig, 'sandboxIsolation' | 'sandboxNetworks' | 'sandboxRootsFile'>;

/** Boxes and a proxy of this machine, from the sources. Loaded when the first sandbox needs them. */
export function machineRuntime(config: SandboxConfig): SandboxRuntime {
  const boxHost = memoizeAsync(realBoxHost);
  return {
    async startProxy(port) {
      const { startProxy } = await import('../../credential-proxy/owner/start-proxy.ts');
      return startProxy({
        entry: path.join(SOURCES, 'credential-proxy/main.ts'),
        auditFile: null,
        port,
      });
    },
    boxes: {
      report: async () => (await boxHost()).report(),
      start: async (box) => (await boxHost()).start(box),
    },
    isolation: config.sandboxIsolation,
    privateNetworks: config.sandboxNetworks,
    extraRoots: async () =>
      config.sandboxRootsFile === undefined ? [] : [await readFile(config.sandboxRootsFile, 'utf8')],
    upstreamProxy: null,
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
