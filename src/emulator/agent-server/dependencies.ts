import type { Clock } from '../../clients/clock.ts';
import type { LifecycleFaults } from '../ports/faults.ts';
import type { Store } from '../ports/store.ts';
import type { LiveWorkers } from '../ports/worker.ts';
import type { RunExecutor } from './run-executor.ts';

/** What the agent server's routes are built on. */
export interface AgentServerDependencies {
  store: Store;
  live: LiveWorkers;
  executor: RunExecutor;
  clock: Clock;
  /** Takes one line for the emulator's own log. */
  log: (line: string) => void;
  /** `stub` has no workers: `/ok` and `/info` answer, runs are refused (DESIGN §6 "workload"). */
  runtime: 'process' | 'stub';
  /** A fresh UUID, for threads and runs. */
  newId: () => string;
  /** What is to go wrong with health checks; absent: nothing. */
  lifecycle?: LifecycleFaults;
  /** What `/info` calls itself. */
  version: string;
  /** How often a stream without events shows that it is alive, in milliseconds; absent: every five seconds. */
  heartbeatMs?: number;
  /**
   * Makes the pre-signed URLs of a run's feedback keys, the same ones each time; without it, answers carry no `feedback`
   * (spec §4.10). Never rejects: it gives none when they cannot be made.
   */
  feedback?: (runId: string, keys: readonly string[]) => Promise<Record<string, string>>;
}
