import type { Compat } from '../../contract/source-rules.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { LifecycleFaults } from '../ports/faults.ts';
import type { RemoteRefs } from '../ports/remote-heads.ts';
import type { DeploymentRow, Store } from '../ports/store.ts';
import type { ServiceClock } from '../ports/time.ts';
import type { WorkspaceSettings } from '../ports/workspace-settings.ts';

/** Which installation the emulator plays: it decides about the sources on offer (spec §2.1). */
export type Edition = 'any' | 'cloud' | 'self-hosted';

/** What the control plane works with. */
export interface ControlPlaneDependencies {
  store: Store;
  clock: ServiceClock;
  /** A fresh UUID. */
  newId: () => string;
  /** Tells the data plane that there is something to do. */
  wakeDataPlane: () => void;
  /** A deployment may be built on a push to a local repository from now on: somebody has to look there. */
  watchPushes: () => void;
  compat: Compat;
  edition: Edition;
  /** Where a deployment is reached; null while it has no place yet. `origin` is where we are reached. */
  urlOf: (deployment: DeploymentRow, origin: string) => string | null;
  lifecycle: LifecycleFaults;
  remoteHeads: RemoteRefs;
  /** Uploaded tarballs. */
  objects: ObjectStore;
  /** What a tarball may have at most, in bytes. */
  maxUploadBytes: number;
  /** Told the secrets that are made, so that nothing written down holds them. */
  learnSecrets: (values: readonly string[]) => void;
  /** What the seed file says of workspaces. */
  settings: WorkspaceSettings;
}
