import { errorMessage } from '../../os/errors.ts';
import type { DevDeployment, Outcome } from './deployment.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';
import { SnapshotFailure } from './working-tree.ts';
import type { Watcher } from './watch.ts';

/** Receives the loop's progress, for the developer. */
export interface LoopReport {
  /** Reports that the deployment of changed files begins. `changed` lists the saved files, or is empty at the start. */
  deploying(changed: readonly string[]): void;
  /** Reports files that were saved during a deployment and are deployed afterwards. */
  waiting(changed: readonly string[]): void;
  /** Reports success. `elapsedMs` counts from the detection of the changed files. */
  deployed(elapsedMs: number): Promise<void>;
  /** Reports a failed deployment. `serves` is true if an earlier revision still serves. */
  failed(outcome: Extract<Outcome, { kind: 'failed' }>, serves: boolean): Promise<void>;
  /** Reports a problem with the working tree or the emulator that a change might fix. */
  problem(message: string): void;
  /** Reports that the saved files are already deployed. */
  upToDate(): Promise<void>;
  notice(line: string): void;
}

export interface LoopDependencies {
  snapshots: Pick<Snapshots, 'take' | 'relevant'>;
  watcher: Pick<Watcher, 'next' | 'changed'>;
  deployment: Pick<DevDeployment, 'serves' | 'untilReady' | 'deploy'>;
  report: LoopReport;
  signal: AbortSignal;
}

/**
 * Deploys the saved files, and deploys the agent again after each change, until the signal aborts. A change during a
 * deployment is deployed only after that deployment has ended, so that a file that is constantly written cannot keep
 * every revision from serving. Rejects if the folder can no longer be watched.
 */
export async function runLoop({
  snapshots,
  watcher,
  deployment,
  report,
  signal,
}: LoopDependencies): Promise<void> {
  /**
   * `served` is the commit of the serving revision. `latest` is the commit that was deployed last, whether or not its
   * deployment succeeded.
   */
  let served = await deployment.serves();
  let latest: string | undefined;
  /** True if the last deployment failed; then saving a file without changes deploys again. */
  let isFailed = false;
  let shownNotices = '';
  const changed = new Set<string>();
  const note = (files: readonly string[]) => {
    for (const file of files) changed.add(file);
  };

  const take = async (): Promise<Snapshot | undefined> => {
    try {
      const snapshot = await snapshots.take();
      const notices = snapshot.notices.join('\n');
      if (notices !== shownNotices) for (const line of snapshot.notices) report.notice(line);
      shownNotices = notices;
      return snapshot;
    } catch (error) {
      if (!(error instanceof SnapshotFailure)) throw error;
      report.problem(error.message);
      return undefined;
    }
  };

  /**
   * Resolves with the changed files once one of them requires a deployment, or with no files if the signal aborts.
   */
  const nextChange = async (over: AbortSignal): Promise<string[]> => {
    const aborted = untilAborted(over);
    for (;;) {
      await Promise.race([watcher.changed(), aborted]);
      if (over.aborted) return [];
      const files = await snapshots.relevant(await watcher.next());
      if (files.length > 0) return files;
    }
  };

  /** Reports files that are saved after a snapshot, until the signal aborts. */
  const noteChanges = async ({ commit }: Snapshot, over: AbortSignal): Promise<void> => {
    let isReported = false;
    for (;;) {
      const files = await nextChange(over);
      if (files.length === 0) return;
      note(files);
      if (isReported || over.aborted) continue;
      const newer = await take();
      isReported = newer !== undefined && newer.commit !== commit;
      if (isReported) report.waiting([...changed]);
    }
  };

  const deploy = async (snapshot: Snapshot): Promise<void> => {
    const startedAt = performance.now();
    report.deploying([...changed]);
    changed.clear();
    const over = new AbortController();
    const noting = noteChanges(snapshot, AbortSignal.any([over.signal, signal]));
    noting.catch(() => undefined);
    try {
      const outcome = await deployment.deploy(snapshot.commit, signal);
      isFailed = outcome.kind === 'failed';
      if (outcome.kind === 'deployed') served = snapshot.commit;
      // The revision might have served before another client canceled it.
      else if (outcome.kind === 'cancelled') served = await deployment.serves();
      if (outcome.kind === 'deployed') await report.deployed(performance.now() - startedAt);
      else if (outcome.kind === 'failed') await report.failed(outcome, served !== undefined);
    } catch (error) {
      isFailed = true;
      if (!signal.aborted) report.problem(errorMessage(error));
    }
    over.abort();
    await noting;
  };

  while (!signal.aborted) {
    const snapshot = await take();
    const isSavedAgain =
      isFailed && snapshot !== undefined && [...changed].some((file) => snapshot.has(file));
    if (snapshot !== undefined && (snapshot.commit !== latest || isSavedAgain)) {
      latest = snapshot.commit;
      isFailed = false;
      // The deployment already serves the commit, because an edit was undone or no file has changed since the last
      // session.
      if (latest === served) {
        await deployment.untilReady(signal);
        await report.upToDate();
      } else {
        await deploy(snapshot);
        if (changed.size > 0) continue;
      }
    }
    changed.clear();
    note(await nextChange(signal));
  }
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
