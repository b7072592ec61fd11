import type { Emulator, EmulatorOptions } from './types.ts';

export type * from './types.ts';

const MINIMUM_NODE = 24;

/**
 * Starts an emulator in this process. Resolves once the emulator accepts requests. Rejects if options contradict each
 * other, or if the port, the data folder or the seed cannot be used.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  // Uses the global `process`, because an import could fail on older versions of Node.
  if (!(Number.parseInt(process.versions.node, 10) >= MINIMUM_NODE)) {
    throw new Error(
      `agent-deploy-emulator needs Node ${MINIMUM_NODE} or newer, but this is Node ${process.versions.node}`,
    );
  }
  // Loads this module only after the version check, because older versions of Node cannot parse it.
  const { startInProcess } = await import('./in-process.ts');
  return startInProcess(options);
}
