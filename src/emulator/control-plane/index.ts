import type { EmulatorContext, RefreshLog } from '../ports/context.ts';
import type { RemoteRefs } from '../ports/git.ts';
import type { RevisionRow } from '../ports/store.ts';
import type { Surface } from '../server/route.ts';
import { deploymentUrl } from '../server/server-origins.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';
import { createRefPoller } from './pushes/poller.ts';
import { acceptPush, type PushRequest } from './pushes/record-push.ts';

export type { PushRequest } from './pushes/record-push.ts';

/** Surface for deployments and all their related resources. */
export interface ControlPlane extends Surface {
  /** Reports a push, and resolves with the revisions that the push created. */
  push(push: PushRequest): Promise<RevisionRow[]>;
}

/** Creates the control plane with its routes and the poller of local repositories. */
export function createControlPlane(
  context: EmulatorContext,
  backend: { readonly remoteRefs: RemoteRefs; readonly refreshLog?: RefreshLog | undefined; wake(): void },
): ControlPlane {
  const { config, clock, replica, log } = context;
  const dependencies: ControlPlaneDependencies = {
    ...context,
    wakeDataPlane() {
      backend.wake();
      replica.notifyOthers();
    },
    watchPushes: () => poller.wake(),
    urlOf: (row, origin) => deploymentUrl(row, origin, config),
    remoteHeads: backend.remoteRefs,
    refreshLog: backend.refreshLog,
  };
  const poller = createRefPoller(dependencies, {
    time: clock,
    log,
    isOurs: () => replica.claimJob('ref-poller'),
  });
  return {
    routes: async () => (await import('./routes.ts')).controlPlaneRoutes(dependencies),
    push: (push) => acceptPush(dependencies, push),
    start: async () => poller.wake(),
    close: () => poller.close(),
  };
}
