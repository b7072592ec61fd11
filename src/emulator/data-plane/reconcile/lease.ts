import type { Clock } from '../../../clients/clock.ts';
import { isFinal } from '../../../contract/statuses.ts';
import { StepAborted } from '../build/step.ts';
import type { Replica } from '../../ports/replica.ts';
import { createKeyedLock } from '../../../os/keyed-lock.ts';
import { isTransient, isUncertain, type StoreError } from '../../ports/store-errors.ts';
import { retryTransient } from '../../ports/retry-transient.ts';
import type { Repositories, RevisionRow, Store } from '../../ports/store.ts';
import type { Timing } from '../timing.ts';

/** Exclusive right to advance one revision, which is renewed until it is released. */
export interface RevisionLease {
  /** Returns the row of the revision, as last read or written. */
  row(): RevisionRow;
  /** Aborts when another replica owns the revision, or when the revision is final or deleted. */
  readonly lost: AbortSignal;
  /**
   * Writes to the revision and to related rows in one transaction. If the write throws, no row is changed.
   * @throws StepAborted if the lease is lost
   * @throws StoreError `full` if the disk stays full for too long
   */
  write(change: RevisionChange, how?: WriteOptions): Promise<void>;
  /** Computes a change from the stored row, and writes the change like `write`. */
  decide(work: Decision): Promise<void>;
  release(): Promise<void>;
}
interface WriteOptions {
  /** Writes related rows in the transaction of the change. */
  together?: (tx: Repositories) => Promise<void>;
  /** Called when the disk is full, before a write waits for free space. */
  makeRoom?: () => Promise<void>;
  /** True for a write that must succeed, and that therefore waits for free space without a time limit. */
  waitsForSpace?: boolean;
}
type Decision = (tx: Repositories, row: RevisionRow) => Promise<RevisionChange>;
interface RevisionChange {
  status?: string;
  statusMessage?: string | null;
  config?: RevisionRow['config'];
  bringsServer?: boolean;
  agentSettings?: RevisionRow['agentSettings'];
  bringsAuth?: boolean;
}

export interface LeaseOptions {
  store: Store;
  clock: Clock;
  replica: Pick<Replica, 'id' | 'instanceId'>;
  timing: Pick<Timing, 'leaseMs' | 'diskFullTimeoutMs'>;
  log: (line: string) => void;
}

/**
 * Takes the lease of a revision, for a duration in real time. Returns `undefined` if another replica owns the revision
 * or has ended it. If the disk is full, a write waits for free space, because it is not repeated later. `signal` ends
 * the wait.
 */
export async function leaseRevision(
  options: LeaseOptions,
  revisionId: string,
  signal: AbortSignal,
): Promise<RevisionLease | undefined> {
  const { store, clock, replica, timing, log } = options;
  const { leaseMs, diskFullTimeoutMs } = timing;
  const { id: owner, instanceId } = replica;
  const claim = () => store.revisions.claim(revisionId, owner, Date.now(), leaseMs, instanceId);
  const first = await claim();
  if (!first) return undefined;
  if (isFinal(first.status)) {
    // The lease is released, because another replica has already ended the revision.
    await store.revisions.release(revisionId, owner);
    return undefined;
  }
  let row: RevisionRow = first;
  const lost = new AbortController();
  // A lock serializes renewals and writes, because a renewal increases the fence, which each write checks first.
  const lock = createKeyedLock();

  const renew = () =>
    lock('', async () => {
      if (lost.signal.aborted) return;
      const renewed = await claim();
      if (renewed) row = renewed;
      else lost.abort(new StepAborted(`another replica took over revision ${revisionId}`));
    }).catch((error: unknown) => {
      // After a temporary error, the lease is still valid, because this replica has claimed the deployment.
      if (!isTransient(error)) lost.abort(error);
    });
  const timer = setInterval(() => void renew(), leaseMs / 3);
  timer.unref();

  const write = (work: Decision) =>
    store.transaction(async (tx) => {
      const now = await tx.revisions.get(row.deploymentId, revisionId);
      if (!now || now.fence !== row.fence || isFinal(now.status)) return undefined;
      const change = await work(tx, now);
      const at = clock.now();
      const history =
        change.status === undefined ? now.history : [...now.history, { status: change.status, at }];
      const full = { ...change, history, updatedAt: at };
      if (!(await tx.revisions.update(revisionId, full, row.fence))) throw new StepAborted('taken over');
      return { ...now, ...full };
    });

  const decide = (work: Decision, { makeRoom, waitsForSpace = false }: WriteOptions = {}) =>
    lock('', async () => {
      const onWait = (error: StoreError) => {
        if (error.code !== 'full') return log(`revision ${revisionId} is waiting for the database`);
        log(`revision ${revisionId} is waiting for free disk space`);
        return makeRoom?.();
      };
      const wait = waitsForSpace ? { signal, onWait } : { signal, onWait, timeoutMs: diskFullTimeoutMs };
      const written = await retryTransient(() => write(work), wait).catch((error: unknown) => {
        // If the result of the write is unknown, the next owner of the revision reads the result from the store.
        if (!isUncertain(error) && !(error instanceof StepAborted)) throw error;
        return undefined;
      });
      if (written) {
        row = written;
        return;
      }
      const reason = new StepAborted(`revision ${revisionId} is no longer managed by this replica`);
      lost.abort(reason);
      throw reason;
    });
  return {
    row: () => row,
    lost: lost.signal,
    decide: (work) => decide(work),
    write: (change, how) =>
      decide(async (tx) => {
        await how?.together?.(tx);
        return change;
      }, how),
    async release() {
      clearInterval(timer);
      await lock('', () => store.revisions.release(revisionId, owner)).catch((error: unknown) => {
        // If the release failed, this replica can still take the lease again.
        if (!isTransient(error)) throw error;
      });
    },
  };
}
