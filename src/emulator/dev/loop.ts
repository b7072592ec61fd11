import { errorMessage } from '../../os/errors.ts';
import type { DevDeployment, Outcome } from './deployment.ts';
import { type Snapshot, SnapshotFailure, type Snapshots } from './snapshots.ts';
import type { Watcher } from './watch.ts';

/** What the author reads. */
export interface LoopReport {
  /** A snapshot differs from what serves and is deployed now; `changed`: the files that were saved, none at the start. */
  deploying(changed: readonly string[]): void;
  /** `elapsedMs`: since the files were found changed. */
  deployed(elapsedMs: number): Promise<void>;
  /** What was saved does not work; `serves`: an earlier revision answers meanwhile. */
  failed(outcome: Extract<Outcome, { kind: 'failed' }>, serves: boolean): Promise<void>;
  /** The working tree or the emulator is in a state that a change may mend. */
  problem(message: string): void;
  /** What serves is what is saved. */
  upToDate(): Promise<void>;
  notice(line: string): void;
}

export interface LoopDependencies {
  snapshots: Pick<Snapshots, 'take'>;
  watcher: Pick<Watcher, 'next' | 'changed'>;
  deployment: Pick<DevDeployment, 'serves' | 'untilReady' | 'deploy'>;
  report: LoopReport;
  signal: AbortSignal;
}

/**
 * Deploys what is saved, and again after each change, until the signal aborts. A change during a deployment cancels it in
 * favour of what is saved by then. Rejects when the folder can no longer be watched.
 */
export async function runLoop({
  snapshots,
  watcher,
  deployment,
  report,
  signal,
}: LoopDependencies): Promise<void> {
  /** The commit that serves, and the one that was deployed last, well or not. */
  let served = await deployment.serves();
  let latest: string | undefined;
  /** The last one failed: saved again, it is deployed again, since the reason may lie elsewhere. */
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

  /** Resolves with true once other files are saved than those of a snapshot; with false when aborted. */
  const untilOutdated = async ({ commit }: Snapshot, over: AbortSignal): Promise<boolean> => {
    const aborted = untilAborted(over);
    for (;;) {
      await Promise.race([watcher.changed(), aborted]);
      if (over.aborted) return false;
      note(await watcher.next());
      const newer = await take();
      if (newer !== undefined && newer.commit !== commit) return true;
    }
  };

  /** True: other files are saved by now. */
  const deploy = async (snapshot: Snapshot): Promise<boolean> => {
    const startedAt = performance.now();
    report.deploying([...changed]);
    changed.clear();
    const over = new AbortController();
    const cancel = new AbortController();
    const outdated = untilOutdated(snapshot, AbortSignal.any([over.signal, signal]));
    outdated.then(
      (isOutdated) => isOutdated && cancel.abort(new Error('other files are saved by now')),
      (error: unknown) => cancel.abort(error),
    );
    try {
      const outcome = await deployment.deploy(snapshot.commit, AbortSignal.any([cancel.signal, signal]));
      isFailed = outcome.kind === 'failed';
      if (outcome.kind === 'deployed') served = snapshot.commit;
      // It may have been deployed before it could be cancelled.
      else if (outcome.kind === 'cancelled') served = await deployment.serves();
      if (outcome.kind === 'deployed') await report.deployed(performance.now() - startedAt);
      else if (outcome.kind === 'failed') await report.failed(outcome, served !== undefined);
    } catch (error) {
      isFailed = true;
      if (!cancel.signal.aborted && !signal.aborted) report.problem(errorMessage(error));
    }
    over.abort();
    return outdated;
  };

  const aborted = untilAborted(signal);
  while (!signal.aborted) {
    const snapshot = await take();
    const isSavedAgain =
      isFailed && snapshot !== undefined && [...changed].some((file) => snapshot.has(file));
    if (snapshot !== undefined && (snapshot.commit !== latest || isSavedAgain)) {
      latest = snapshot.commit;
      isFailed = false;
      // An edit that was undone, or nothing since the last session.
      if (latest === served) {
        await deployment.untilReady(signal);
        await report.upToDate();
      } else if (await deploy(snapshot)) {
        // It may be what is saved again by now, and was cancelled.
        latest = undefined;
        continue;
      }
    }
    changed.clear();
    note((await Promise.race([watcher.next(), aborted])) ?? []);
  }
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
