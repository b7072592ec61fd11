import type { Clock } from '../../../clients/clock.ts';
import { isFinal } from '../../../contract/statuses.ts';
import { StepAborted } from '../build/step.ts';
import type { Fleet } from '../../ports/fleet.ts';
import { createKeyedLock } from '../../ports/keyed-lock.ts';
import type { StoreError } from '../../store/index.ts';
import { isUncertain, retryTransient, isTransient } from '../../store/retry-transient.ts';
import type { Repositories, RevisionRow, Store } from '../../ports/store.ts';

/** The right to advance one revision, kept alive until it is given back. */
export interface RevisionLease {
  /** As last read or written. */
  row(): RevisionRow;
  /** Aborted when somebody else has the revision, or it is final, or gone. */
  readonly lost: AbortSignal;
  /**
   * Writes to the revision, and what belongs together with it, in one transaction.
   * @throws StepAborted when the right is lost, StoreError `full` when there was no room for too long: nothing is written
   * then.
   */
  write(change: RevisionChange, how?: WriteOptions): Promise<void>;
  /** The same, with what to write decided by what is there. */
  decide(work: Decision): Promise<void>;
  release(): Promise<void>;
}
export interface WriteOptions {
  /** What is written in the same transaction. */
  together?: (tx: Repositories) => Promise<void>;
  /** Called when there is no room on the disk, before the wait for it. */
  makeRoom?: () => Promise<void>;
  /** Waits for room until there is some: for what cannot go otherwise any more. */
  patient?: boolean;
}
export type Decision = (tx: Repositories, row: RevisionRow) => Promise<RevisionChange>;
export interface RevisionChange {
  status?: string;
  statusMessage?: string | null;
  config?: RevisionRow['config'];
  bringsServer?: boolean;
}

export interface LeaseOptions {
  store: Store;
  clock: Clock;
  /** Who we are among the emulators on this store. */
  fleet: Pick<Fleet, 'ownerId' | 'instanceId'>;
  /** How long a lease lasts without renewal, in milliseconds of real time. */
  leaseMs: number;
  /** How long a stage waits for room on the disk before its revision fails for it, in milliseconds. */
  roomPatienceMs: number;
  /** Takes one line for the emulator's own log. */
  log: (line: string) => void;
}

/**
 * Takes the lease of a revision; undefined when somebody else has it. Leases are on real time (DESIGN §3). Its writes
 * wait for room on the disk, unless `signal` is aborted: nobody would do them again.
 */
export async function leaseRevision(
  options: LeaseOptions,
  revisionId: string,
  signal: AbortSignal,
): Promise<RevisionLease | undefined> {
  const { store, clock, fleet, leaseMs, roomPatienceMs, log } = options;
  const { ownerId: owner, instanceId: seat } = fleet;
  const claim = () => store.revisions.claim(revisionId, owner, Date.now(), leaseMs, seat);
  const first = await claim();
  if (!first) return undefined;
  let row: RevisionRow = first;
  const lost = new AbortController();
  // A renewal grows the fence: it must not happen between a write's look and its deed.
  const lock = createKeyedLock();

  const renew = () =>
    lock('', async () => {
      if (lost.signal.aborted) return;
      const renewed = await claim();
      if (renewed) row = renewed;
      else lost.abort(new StepAborted(`revision ${revisionId} was taken over`));
    }).catch((error: unknown) => {
      // Nobody else can have taken it meanwhile: it goes with the deployment, and that is ours or not by its own lease.
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
      const wait = patient ? { signal, onWait } : { signal, onWait, timeoutMs: roomPatienceMs };
      const written = await retryTransient(() => write(work), wait).catch((error: unknown) => {
        // Whether it was kept is seen by whoever goes on with the revision: us, in a moment, or another.
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
        // Its owner may take it again all the same.
        if (!isTransient(error)) throw error;
      });
    },
  };
}
