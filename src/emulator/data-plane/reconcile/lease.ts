import type { Clock } from '../../../clients/clock.ts';
import { isFinal } from '../../../contract/statuses.ts';
import { StepAborted } from '../build/step.ts';
import type { Replica } from '../../ports/replica.ts';
import { createKeyedLock } from '../../../os/keyed-lock.ts';
import { isTransient, isUncertain, type StoreError } from '../../ports/store-errors.ts';
import { retryTransient } from '../../ports/retry-transient.ts';
import type { Repositories, RevisionRow, Store } from '../../ports/store.ts';
import type { Timing } from '../timing.ts';

/** The right to advance one revision, renewed until it is released. */
export interface RevisionLease {
  /** As last read or written. */
  row(): RevisionRow;
  /** Aborted when another replica has the revision, or it is final, or gone. */
  readonly lost: AbortSignal;
  /**
   * Writes to the revision, and what belongs together with it, in one transaction.
   * @throws StepAborted when the lease is lost, StoreError `full` when the disk stayed full for too long: nothing is
   * written then.
   */
  write(change: RevisionChange, how?: WriteOptions): Promise<void>;
  /** The same, with what to write decided by what is there. */
  decide(work: Decision): Promise<void>;
  release(): Promise<void>;
}
interface WriteOptions {
  /** Written in the same transaction. */
  together?: (tx: Repositories) => Promise<void>;
  /** Called when the disk is full, before the wait for room. */
  makeRoom?: () => Promise<void>;
  /** Waits for room without a timeout: for a mandatory write. */
  patient?: boolean;
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
  /** Who takes it. */
  replica: Pick<Replica, 'id' | 'instanceId'>;
  timing: Pick<Timing, 'leaseMs' | 'diskFullTimeoutMs'>;
  log: (line: string) => void;
}

/**
 * Takes the lease of a revision; undefined when another replica has it, or has ended it. Leases are on real time. Its writes wait for room
 * on a full disk until `signal` is aborted, since they are not retried later.
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
    // Another replica ended it after we had read that it was unfinished.
    await store.revisions.release(revisionId, owner);
    return undefined;
  }
  let row: RevisionRow = first;
  const lost = new AbortController();
  // A renewal raises the fence: it must not happen between a write's check and the write itself.
  const lock = createKeyedLock();

  const renew = () =>
    lock('', async () => {
      if (lost.signal.aborted) return;
      const renewed = await claim();
      if (renewed) row = renewed;
      else lost.abort(new StepAborted(`revision ${revisionId} was taken over`));
    }).catch((error: unknown) => {
      // No other replica can have taken it meanwhile: it belongs to the deployment, whose work is claimed.
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

  const decide = (work: Decision, { makeRoom, patient = false }: WriteOptions = {}) =>
    lock('', async () => {
      const onWait = (error: StoreError) => {
        if (error.code !== 'full') return log(`revision ${revisionId} waits for the database`);
        log(`revision ${revisionId} waits for room on the disk`);
        return makeRoom?.();
      };
      const wait = patient ? { signal, onWait } : { signal, onWait, timeoutMs: diskFullTimeoutMs };
      const written = await retryTransient(() => write(work), wait).catch((error: unknown) => {
        // Whether it was stored is found out by the instance that advances the revision next.
        if (!isUncertain(error) && !(error instanceof StepAborted)) throw error;
        return undefined;
      });
      if (written) {
        row = written;
        return;
      }
      const reason = new StepAborted(`revision ${revisionId} is no longer ours to advance`);
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
        // Its owner may take it again in spite of this.
        if (!isTransient(error)) throw error;
      });
    },
  };
}
