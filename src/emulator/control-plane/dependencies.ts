import type { EmulatorContext } from '../ports/context.ts';
import type { RemoteRefs } from '../ports/git.ts';
import type { DeploymentRow } from '../ports/store.ts';

export interface ControlPlaneDependencies extends EmulatorContext {
  /** Wakes the data plane. */
  wakeDataPlane: () => void;
  /** A deployment may be built on pushes to a local repository from now on: the poller watches it. */
  watchPushes: () => void;
  /** The URL of a deployment; null while it has none. `origin` is our own. */
  urlOf: (deployment: DeploymentRow, origin: string) => string | null;
  remoteHeads: RemoteRefs;
}
