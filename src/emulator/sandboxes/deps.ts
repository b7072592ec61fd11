import type { Store } from '../ports/store.ts';
import type { ServiceClock } from '../ports/time.ts';
import type { SandboxManager } from './lifecycle/desk.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** What the routes of sandboxes work with. */
export interface SandboxDependencies {
  store: Store;
  clock: ServiceClock;
  newId: () => string;
  desk: SandboxManager;
  files: SnapshotFiles;
  /** How many sandboxes a workspace may have. */
  limitOf: (workspaceId: string) => number;
  /** Whether the boxes of a changed secret are pushed to at once; else at their next push (spec §2.10). */
  pushChangedSecrets: boolean;
  learnSecrets: (values: readonly string[]) => void;
  log: (line: string) => void;
}

/** Who asks, and by what address. */
export interface Caller {
  workspaceId: string;
  origin: string;
}
