import type { EmulatorContext } from '../ports/context.ts';
import type { SandboxManager } from './lifecycle/manager.ts';
import type { SandboxServices } from './services/services.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

export interface SandboxDependencies extends EmulatorContext {
  /** Whether sandboxes run at all: with replicas none does, since one is files and processes of one machine. */
  runsBoxes: boolean;
  manager: SandboxManager;
  files: SnapshotFiles;
  /** The URLs of servers that run in boxes; loaded at the first call. */
  services: () => Promise<SandboxServices>;
}
