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
  /** Called after a cron of a deployment was created or changed, because the cron might be due earlier than before. */
  onCronsChanged?: (deploymentId: string) => void;
  /** Fault rules that can make health checks fail, or absent if the emulator has no fault rules. */
  lifecycle?: LifecycleFaults;
  /** Request counters of deployments for `/metrics`, or absent if requests are not counted. */
  requestCounts?: RequestCounts | undefined;
  /** Private networks that webhooks may reach, or absent if webhooks may reach every address. */
  webhookNetworks?: readonly string[] | undefined;
  /** Emulator version that `/info` returns. */
  version: string;
  /** Milliseconds between the heartbeats of a stream; default 5000. */
  heartbeatMs?: number;
  /**
   * Creates the feedback URLs of a run, or absent if responses contain no feedback URLs. Every call for a run returns
   * the same URLs (docs/api/threads-and-runs.md#feedback-keys). The promise never rejects, and resolves to an empty
   * object if the URLs cannot be created.
   */
  feedback?: (runId: string, keys: readonly string[]) => Promise<Record<string, string>>;
}
