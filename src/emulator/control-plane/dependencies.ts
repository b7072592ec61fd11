import type { EmulatorContext } from '../ports/context.ts';
import type { RemoteRefs } from '../ports/git.ts';
import type { DeploymentRow } from '../ports/store.ts';

/** What the control plane works with. */
export interface ControlPlaneDependencies extends EmulatorContext {
  /** Tells the data plane that there is something to do. */
  wakeDataPlane: () => void;
  /** A deployment may be built on a push to a local repository from now on: the poller watches it. */
  watchPushes: () => void;
  /** Where a deployment is reached; null while it has no place yet. `origin` is where we are reached. */
  urlOf: (deployment: DeploymentRow, origin: string) => string | null;
  remoteHeads: RemoteRefs;
}
