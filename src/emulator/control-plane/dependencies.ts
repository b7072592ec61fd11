import type { EmulatorContext, RefreshLog } from '../ports/context.ts';
import type { RemoteRefs } from '../ports/git.ts';
import type { DeploymentRow } from '../ports/store.ts';

export interface ControlPlaneDependencies extends EmulatorContext {
  /** Notifies the data plane that the store contains new work. */
  wakeDataPlane: () => void;
  /** Notifies the poller of local repositories that a deployment might now be built on pushes. */
  watchPushes: () => void;
  /** Returns the URL of a deployment, or null if the deployment has no URL yet. `origin` is the emulator's URL. */
  urlOf: (deployment: DeploymentRow, origin: string) => string | null;
  remoteHeads: RemoteRefs;
  /** Stores the newest output before a log is read; absent if all output is stored. */
  refreshLog?: RefreshLog | undefined;
}
