import type { Emulator, EmulatorOptions } from './types.ts';

export type * from './types.ts';

const MINIMUM_NODE = 24;

/**
 * Starts an emulator in this process and resolves when it serves. Rejects with a plain reason when the options do not fit
 * together, or the port, the data folder or the seed cannot be used.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  // The global one: an import would be read by what older ones do not have.
  if (!(Number.parseInt(process.versions.node, 10) >= MINIMUM_NODE)) {
    throw new Error(
      `agent-deploy-emulator needs Node ${MINIMUM_NODE} or newer, and this is Node ${process.versions.node}`,
    );
  }
  // An older Node could not read it.
  const { startInProcess } = await import('./in-process.ts');
  return startInProcess(options);
}
