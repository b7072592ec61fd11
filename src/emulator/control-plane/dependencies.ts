import type { EmulatorContext } from '../ports/context.ts';
import type { RemoteRefs } from '../ports/git.ts';
import type { DeploymentRow } from '../ports/store.ts';

export interface ControlPlaneDependencies extends EmulatorContext {
  /** Notifies the data plane of new work. */
  wakeDataPlane: () => void;
  /** Notifies the poller of local repositories that a deployment may now be built on pushes. */
  watchPushes: () => void;
  /** Returns the URL of a deployment, or null if it has none yet. `origin` is the emulator's. */
  urlOf: (deployment: DeploymentRow, origin: string) => string | null;
  remoteHeads: RemoteRefs;
}
