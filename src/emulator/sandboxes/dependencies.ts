import type { EmulatorContext } from '../ports/context.ts';
import type { SandboxManager } from './lifecycle/manager.ts';
import type { SandboxServices } from './services/services.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

export interface SandboxDependencies extends EmulatorContext {
  /**
   * False if the emulator runs no sandboxes. An emulator with several replicas runs no sandboxes, because a sandbox
   * belongs to one machine.
   */
  runsBoxes: boolean;
  manager: SandboxManager;
  files: SnapshotFiles;
  /** Returns the URLs of servers inside boxes. The first call loads the code that serves these URLs. */
  services: () => Promise<SandboxServices>;
}
