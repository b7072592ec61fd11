import type { WakeUp } from '../../../clients/listeners.ts';
import { errorMessage } from '../../../os/errors.ts';
import { type ServiceClock, withClockPaused } from '../../ports/clock.ts';
import { NotClaimedError } from '../../ports/replica.ts';
import { isDiskFull } from '../../ports/store-errors.ts';
import type { DeploymentRow } from '../../ports/store.ts';
import type { ReconcilerDependencies } from './advance.ts';

/** Kind of a task; at most one task of each kind works on a revision or deployment. */
type TaskKind = 'revision' | 'preparing deployment' | 'deployment' | 'forced delete';

interface Task {
  kind: TaskKind;
  /** ID of the revision or deployment that the task works on. */
  id: string;
  deploymentId: string;
  workspaceId: string;
  controller: AbortController;
  done: Promise<void>;
}

/**
 * Work of a task, which resolves to true if the work changed something, so the reconciler must run again immediately.
 */
type TaskWork = (own: ReconcilerDependencies, signal: AbortSignal) => Promise<boolean>;

export interface Tasks {
  /** Starts a task, unless the same task is in progress or the tasks are closed. */
  start(
    kind: TaskKind,
    id: string,
    deployment: Pick<DeploymentRow, 'id' | 'workspaceId'>,
    work: TaskWork,
  ): void;
  /** Aborts the deployment's tasks of these kinds, and resolves when the tasks have ended. */
  cancel(deploymentId: string, kinds: readonly TaskKind[]): Promise<void>;
  /** Aborts the tasks of the revisions in `checked` that are not in `unfinished`. */
  abortOtherRevisions(checked: ReadonlySet<string>, unfinished: ReadonlySet<string>): void;
  countRevisions(): number;
  /** Returns the IDs of the revisions or deployments that tasks of these kinds work on. */
  idsOf(kinds: readonly TaskKind[]): string[];
  /** Returns the IDs of the revisions or deployments whose last task of these kinds failed. */
  failedIds(kinds: readonly TaskKind[]): string[];
  /** Counts the tasks of these kinds by workspace. */
  countByWorkspace(kinds: readonly TaskKind[]): Map<string, number>;
  /** Returns the IDs of deployments with tasks in progress. */
  deploymentIds(): Set<string>;
  /** Returns one line about each task in progress. */
  describe(): string[];
  isClosed(): boolean;
  /** Aborts all tasks, refuses further tasks, and resolves when all tasks have ended. */
  close(): Promise<void>;
}

/** Maximum number of failed tasks that are remembered. */
const MAX_FAILED = 256;

/**
 * Creates an empty list of tasks. Virtual time stops while tasks work, and advances while tasks sleep or a stage is
 * stalled.
 *
 * @param options.pulse Wakes stalled stages.
 * @param options.onChanged Called when a task has changed something.
 */
export function createTasks(
  dependencies: Omit<ReconcilerDependencies, 'pause' | 'clock'>,
  options: { time: ServiceClock; pulse: WakeUp; log: DeduplicatedLog; onChanged: () => void },
): Tasks {
  const { time, pulse, log } = options;
  const tasks = new Map<string, Task>();
  const failed = new Map<string, Pick<Task, 'kind' | 'id'>>();
  let isClosed = false;

  const remember = (key: string, task: Pick<Task, 'kind' | 'id'>): void => {
    failed.delete(key);
    failed.set(key, task);
    const [first] = failed.keys();
    if (failed.size > MAX_FAILED && first !== undefined) failed.delete(first);
  };
  const attempt = async (
    { key, ...task }: Pick<Task, 'kind' | 'id'> & { key: string },
    work: TaskWork,
    signal: AbortSignal,
  ): Promise<boolean> => {
    try {
      return await withClockPaused(time, (clock) => {
        const pause = (aborted: AbortSignal) => clock.resumeWhile(pauseUntil(pulse.wait(), aborted));
        return work({ ...dependencies, clock, pause }, signal);
      });
    } catch (error) {
      if (!signal.aborted && !(error instanceof NotClaimedError)) {
        log.write(key, `the reconciler failed on ${key}: ${describeError(error)}`);
        remember(key, task);
      }
      return false;
    }
  };
  const abort = async (aborted: readonly Task[]): Promise<void> => {
    for (const { controller } of aborted) controller.abort();
    await Promise.all(aborted.map(({ done }) => done));
  };

  return {
    start(kind, id, { id: deploymentId, workspaceId }, work) {
      const key = `${kind}:${id}`;
      if (tasks.has(key) || isClosed) return;
      const controller = new AbortController();
      const done = attempt({ kind, id, key }, work, controller.signal).then((changed) => {
        tasks.delete(key);
        if (changed) {
          log.forget(key);
          failed.delete(key);
        }
        if (changed && !isClosed) options.onChanged();
      });
      tasks.set(key, { kind, id, deploymentId, workspaceId, controller, done });
    },
    cancel: (deploymentId, kinds) =>
      abort(
        [...tasks.values()].filter((one) => one.deploymentId === deploymentId && kinds.includes(one.kind)),
      ),
    abortOtherRevisions(checked, unfinished) {
      for (const { kind, id, controller } of tasks.values()) {
        if (kind === 'revision' && checked.has(id) && !unfinished.has(id)) controller.abort();
      }
    },
    countRevisions: () => [...tasks.values()].filter(({ kind }) => kind === 'revision').length,
    idsOf: (kinds) => [...tasks.values()].filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id),
    failedIds: (kinds) => [...failed.values()].flatMap(({ kind, id }) => (kinds.includes(kind) ? [id] : [])),
    countByWorkspace(kinds) {
      const counts = new Map<string, number>();
      for (const { kind, workspaceId } of tasks.values()) {
        if (kinds.includes(kind)) counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1);
      }
      return counts;
    },
    deploymentIds: () => new Set([...tasks.values()].map(({ deploymentId }) => deploymentId)),
    describe: () => [...tasks.keys()],
    isClosed: () => isClosed,
    async close() {
      isClosed = true;
      await abort([...tasks.values()]);
    },
  };
}

/** Log that writes a repeated failure only once, because the reconciler repeats failed work every second. */
interface DeduplicatedLog {
  /** Writes a line about a task, unless the previous line about the same task was equal. */
  write(about: string, line: string): void;
  /** Called when a task has succeeded, so the task's next failure is written again. */
  forget(about: string): void;
}

export function createDeduplicatedLog(log: (line: string) => void): DeduplicatedLog {
  const last = new Map<string, string>();
  return {
    write(about, line) {
      if (last.get(about) !== line) log(line);
      last.set(about, line);
    },
    forget: (about) => void last.delete(about),
  };
}

export function describeError(error: unknown): string {
  if (isDiskFull(error)) return errorMessage(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function pauseUntil(pulse: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  void pulse.then(resolve);
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}
