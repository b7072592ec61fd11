import type { Emulator, EmulatorOptions } from './types.ts';

export type * from './types.ts';

const MINIMUM_NODE = 24;

/**
 * Starts an emulator in this process and resolves once it serves. Rejects with the reason when the options contradict
 * each other, or when the port, the data folder or the seed cannot be used.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  // Uses the global `process`: an import could name exports that older versions of Node lack.
  if (!(Number.parseInt(process.versions.node, 10) >= MINIMUM_NODE)) {
    throw new Error(
      `agent-deploy-emulator needs Node ${MINIMUM_NODE} or newer, but this is Node ${process.versions.node}`,
    );
  }
  // Older versions of Node cannot parse this module.
  const { startInProcess } = await import('./in-process.ts');
  return startInProcess(options);
}
