import type { EmulatorContext } from '../ports/context.ts';
import type { SandboxManager } from './lifecycle/manager.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

export interface SandboxDependencies extends EmulatorContext {
  manager: SandboxManager;
  files: SnapshotFiles;
}
