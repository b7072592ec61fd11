import type { Store } from '../../ports/store.ts';
import type { TaskClock } from '../../ports/time.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Serving } from '../serving/serving.ts';
import type { Workload } from '../workload/workload.ts';
import type { LeaseOptions } from './hold.ts';
import type { RevisionLogs } from './revision-log.ts';
import type { StageDependencies } from './stage-runner.ts';

/** What advancing a revision takes. */
export interface RevisionDependencies extends StageDependencies, LeaseOptions {
  store: Store;
  clock: TaskClock;
  workload: Workload;
  serving: Serving;
  gateway: Gateway;
  logs: RevisionLogs;
  /** Between two health checks of an agent that is not healthy yet, in milliseconds. */
  healthRetryMs: number;
  healthDeadlineMs: number;
  /** How many revisions are at work at once, at most. */
  maxAtWork: number;
  /** Whether revisions have worker processes (not under stub). */
  hasWorkers: boolean;
}
