import type { EmulatorContext } from '../ports/context.ts';
import type { SandboxManager } from './lifecycle/manager.ts';
import type { SandboxServices } from './services/services.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

export interface SandboxDependencies extends EmulatorContext {
  /**
   * False if the emulator runs no sandboxes, as with replicas: the files and processes of a sandbox belong to one
   * machine.
   */
  runsBoxes: boolean;
  manager: SandboxManager;
  files: SnapshotFiles;
  /** URLs of servers that run in boxes. The code is loaded on the first call. */
  services: () => Promise<SandboxServices>;
}
