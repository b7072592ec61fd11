import { realClock } from '../../clients/clock.ts';
import { type LifecycleFault, noLifecycleFaults, SERVING } from '../ports/faults.ts';
import { HttpError } from '../server/http-error.ts';
import type { AgentServerDependencies } from './dependencies.ts';

/** How soon, in real time, a check that does not answer notices that its rule is gone. */
const LOOK_AGAIN_MS = 50;

/** What the fault rules for stage SERVING have in store for one health check. */
export interface HealthFault {
  /** Whether the check is not to be answered now. */
  stalls(): boolean;
  /** Resolves when it is to be answered after all; rejects when the client leaves first. */
  waitUntilReleased(signal: AbortSignal): Promise<void>;
  /** Throws 503 when the check is to fail. */
  throwIfFailing(): void;
}

/** Asks the fault rules about a health check of what serves; `undefined`: nothing is the matter. */
export function createHealthFaults({
  lifecycle = noLifecycleFaults,
  store,
  clock,
}: Pick<AgentServerDependencies, 'lifecycle' | 'store' | 'clock'>) {
  // By rule: another plan counts anew.
  const failed = new WeakMap<LifecycleFault, Map<string, number>>();
  const flaps = (rule: LifecycleFault, revisionId: string): boolean => {
    const counts = failed.get(rule) ?? new Map<string, number>();
    failed.set(rule, counts);
    const before = counts.get(revisionId) ?? 0;
    if (before >= (rule.flap ?? 0)) return false;
    counts.set(revisionId, before + 1);
    return true;
  };

  return async (deploymentId: string, revisionId: string): Promise<HealthFault | undefined> => {
    if (!lifecycle.hasRulesFor(SERVING)) return undefined;
    const deployment = await store.deployments.findById(deploymentId);
    const revision = await store.revisions.get(deploymentId, revisionId);
    const since = revision?.history.findLast(({ status }) => status === 'DEPLOYED')?.at;
    if (!deployment || since === undefined) return undefined;
    const rule = () => {
      const found = lifecycle.decide(deployment.name, SERVING, revisionId);
      return found && clock.now() - since >= (found.durationMs ?? 0) ? found : undefined;
    };
    const stalls = () => rule()?.stall === true;
    return {
      stalls,
      async waitUntilReleased(signal) {
        while (stalls()) await realClock.sleep(LOOK_AGAIN_MS, signal);
      },
      throwIfFailing() {
        const now = rule();
        if (now?.fail !== undefined) throw new HttpError(503, now.fail);
        if (now && flaps(now, revisionId)) {
          throw new HttpError(503, 'The health check fails, as a fault rule has it.');
        }
      },
    };
  };
}
