import type { Clock } from '../../clients/clock.ts';
import type { EmulatorConfig, EmulatorContext } from '../ports/context.ts';
import type { LifecycleFaults } from '../ports/faults.ts';
import type { LiveWorkers } from '../ports/worker.ts';
import type { RequestCounts } from '../server/request-counts.ts';
import type { RunExecutor } from './run-executor.ts';

export interface AgentServerDependencies
  extends Pick<EmulatorContext, 'store' | 'newId' | 'log'>,
    Pick<EmulatorConfig, 'runtime'> {
  live: LiveWorkers;
  executor: RunExecutor;
  clock: Clock;
  /** Called when a cron of a deployment was created or changed: it may be due earlier than before. */
  onCronsChanged?: (deploymentId: string) => void;
  /** Faults of health checks; absent: none. */
  lifecycle?: LifecycleFaults;
  /** The requests that deployments got, for `/metrics`; absent: none are counted. */
  requestCounts?: RequestCounts | undefined;
  /** The version in `/info`. */
  version: string;
  /** Milliseconds between the heartbeats of a stream; absent: 5000. */
  heartbeatMs?: number;
  /**
   * Makes the feedback URLs of a run, the same ones each time (docs/api.md#feedback-keys); absent: answers have none. Never
   * rejects: it gives none when they cannot be made.
   */
  feedback?: (runId: string, keys: readonly string[]) => Promise<Record<string, string>>;
}
