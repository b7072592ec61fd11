import type { EmulatorContext } from '../ports/context.ts';
import type { SandboxManager } from './lifecycle/manager.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** What the routes of sandboxes work with. */
export interface SandboxDependencies extends EmulatorContext {
  manager: SandboxManager;
  files: SnapshotFiles;
}
