import type { EmulatorContext } from '../ports/context.ts';
import type { SandboxManager } from './lifecycle/desk.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** What the routes of sandboxes work with. */
export interface SandboxDependencies extends EmulatorContext {
  desk: SandboxManager;
  files: SnapshotFiles;
}

/** Who asks, and by what address. */
export interface Caller {
  workspaceId: string;
  origin: string;
}
