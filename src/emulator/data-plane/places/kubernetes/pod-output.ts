import { errorMessage } from '../../../../os/errors.ts';
import type { Clock } from '../../../../clients/clock.ts';
import type { Replica } from '../../../ports/replica.ts';
import type { OutputState, PodOutputRow, Store } from '../../../ports/store.ts';
import { createLogBudget } from '../../pod-logs/budget.ts';
import { advancePushed, firstUnpushed } from '../../pod-logs/position.ts';
import type { OpenRevisionLog } from '../../reconcile/open-revision-log.ts';
import type { OutputLog } from '../../reconcile/revision-log.ts';
import { AGENT } from '../../workload/pod-spec.ts';
import type { ClusterClient } from './api/client.ts';
import { type LogLine, linesAfter, MAX_LOG_BYTES, nextSecondOf, parseLog, secondOf } from './api/logs.ts';
import type { Pod } from './api/resources.ts';
import { explain } from './cluster.ts';
import type { Informers } from './informers.ts';
import { instant } from './plan/evaluate-pods.ts';
import { pushesLogs, readLabels } from './plan/objects.ts';

export interface PodOutputOptions {
  client: Pick<ClusterClient, 'readLog'>;
  informers: Pick<Informers, 'in' | 'followPods'>;
  plane: string;
  replica: Pick<Replica, 'claimJob'>;
  store: Pick<Store, 'logs' | 'podOutput' | 'transaction'>;
  clock: Pick<Clock, 'sleep'>;
  namespaces: () => Promise<ReadonlySet<string>>;
  openLog: OpenRevisionLog;
  log: (line: string) => void;
}

/** Revision whose pods are read. */
interface OutputOwner {
  namespace: string;
  deploymentId: string;
  revisionId: string;
}

/**
 * Stores the output of containers that do not push it: of images, sidecars and init containers. Their output is read
 * from the cluster during a rollout, for callers that read the log, and after a container has failed. The output of
 * agents from code is read only after a failure, because their pods push it.
 */
export interface PodOutputReader {
  /**
   * Stores the output of a revision's pods that is not stored yet. With `isFailed`, also the output that agents have not
   * pushed. Does not reject if the cluster does not respond.
   */
  read(owner: OutputOwner, signal: AbortSignal, options?: { isFailed?: boolean }): Promise<void>;
  /** Reads the output of a revision's pods repeatedly, until `stop` is called, which reads it for the last time. */
  follow(owner: OutputOwner, signal: AbortSignal): { stop(options?: { isFailed?: boolean }): Promise<void> };
  /** Reads the output of a revision for a caller that reads the log, at most every two seconds. */
  refresh(owner: OutputOwner): Promise<void>;
  /** Starts to read the output of containers that fail. Only a single replica does so at a time. */
  start(): void;
  close(): Promise<void>;
}

const JOB = 'pod-logs';
/** Interval in milliseconds between two checks for the end of the replica that reads the output of failed containers. */
const CLAIM_POLL_MS = 5_000;
/** Interval in milliseconds between two checks for new namespaces. */
const LIST_MS = 30_000;
/** Milliseconds between two reads during a rollout, and for callers. */
const READ_MS = 2_000;
/** Maximum milliseconds for which a caller waits for the cluster. */
const CALLER_MS = 1_500;
/** Maximum number of lines that are read from a container whose output was not read before. */
const FIRST_LINES = 1_000;
/** Maximum number of pods of a revision whose output is read. */
const MAX_PODS = 50;
/** Maximum number of requests for the output of one container, each with up to a mebibyte. */
const MAX_REQUESTS = 4;
/** Number of lines with which an earlier version of the control plane may have stored the same output. */
const OVERLAP_LINES = 5_000;
/** Milliseconds by which the times of a container can differ from the times of its program. */
const SKEW_MS = 2_000;
/** Maximum number of attempts to read the output of a failed container. */
const FAILED_ATTEMPTS = 5;
/** Maximum milliseconds of the last read of a rollout, because a rollout must not wait for a node. */
const LAST_READ_MS = 5_000;
/** Number of failed containers that are remembered. */
const REMEMBERED = 10_000;

/** One run of a container, which is its time between two restarts. */
interface Run {
  /** ID of the run, which does not change when the run ends. */
  id: string;
  container: string;
  isPrevious: boolean;
  hasEnded: boolean;
  hasFailed: boolean;
  startedAt: number | undefined;
  finishedAt: number | undefined;
}

interface Reading {
  pod: Pod;
  run: Run;
  revisionId: string;
  log: OutputLog;
  signal: AbortSignal;
}

/** Creates the reader. Any number of replicas may read the same container: each line is stored once. */
export function createPodOutputReader(options: PodOutputOptions): PodOutputReader {
  const { informers, plane, clock, openLog } = options;
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const refreshed = new Map<string, { at: number; done: Promise<void> }>();
  const budget = createLogBudget(() => performance.now());
  let lastMessage: string | undefined;

  /** Runs work until the reader is closed, and logs its error. */
  const run = (work: () => Promise<void>): Promise<void> => {
    const done = work()
      .catch((error: unknown) => {
        const message = errorMessage(error);
        if (closing.signal.aborted || message === lastMessage) return;
        lastMessage = message;
        options.log(`the output of a pod could not be read: ${message}`);
      })
      .finally(() => running.delete(done));
    running.add(done);
    return done;
  };

  const readPod = async (pod: Pod, log: OutputLog, signal: AbortSignal, runs: readonly Run[]) => {
    const revisionId = readLabels(pod.metadata.labels ?? undefined, plane)?.revisionId;
    if (revisionId === undefined) return;
    for (const one of runs) {
      const reading = { pod, run: one, revisionId, log, signal };
      await (isPushed(pod, one) ? readPushed(options, reading) : readRun(options, reading, budget));
    }
  };
  const read: PodOutputReader['read'] = async (owner, signal, { isFailed = false } = {}) => {
    const { namespace, deploymentId, revisionId } = owner;
    const objects = informers.in(namespace);
    if (!(await objects.ready(signal)).ok) return;
    const readable = objects.pods
      .indexed(revisionId.toLowerCase())
      .map((pod) => ({ pod, runs: runsOf(pod).filter((one) => isFailed || !isPushed(pod, one)) }))
      .filter(({ runs }) => runs.length > 0)
      .slice(0, MAX_PODS);
    const log = readable.length === 0 ? undefined : await openLog(deploymentId, revisionId);
    if (log === undefined) return;
    await Promise.all(readable.map(({ pod, runs }) => readPod(pod, log, signal, runs)));
  };

  const failures = createFailureReader(options, { run, readPod, closing: closing.signal });

  return {
    read: (owner, signal, how) => run(() => read(owner, AbortSignal.any([signal, closing.signal]), how)),
    follow(owner, signal) {
      const stopped = new AbortController();
      const ending = AbortSignal.any([signal, closing.signal, stopped.signal]);
      const repeated = run(async () => {
        while (!ending.aborted) {
          await read(owner, ending).catch((error: unknown) => {
            if (!ending.aborted) throw error;
          });
          await clock.sleep(READ_MS, ending).catch(() => undefined);
        }
      });
      return {
        async stop(how) {
          stopped.abort();
          await repeated;
          const last = AbortSignal.any([signal, closing.signal, AbortSignal.timeout(LAST_READ_MS)]);
          if (!signal.aborted) await run(() => read(owner, last, how));
        },
      };
    },
    async refresh(owner) {
      const now = performance.now();
      for (const [id, { at }] of refreshed) if (now - at >= READ_MS) refreshed.delete(id);
      const key = owner.revisionId.toLowerCase();
      const { done } = refreshed.get(key) ?? { done: run(() => read(owner, closing.signal)) };
      if (!refreshed.has(key)) refreshed.set(key, { at: now, done });
      await Promise.race([done, new Promise<void>((resolve) => setTimeout(resolve, CALLER_MS).unref())]);
    },
    start: () => failures.start(),
    async close() {
      failures.stop();
      closing.abort();
      await Promise.all(running);
    },
  };
}

/** Creates the component that reads the output of failed containers in a single replica. */
function createFailureReader(
  { informers, plane, replica, clock, openLog, ...options }: PodOutputOptions,
  {
    run,
    readPod,
    closing,
  }: {
    run: (work: () => Promise<void>) => Promise<void>;
    readPod: (pod: Pod, log: OutputLog, signal: AbortSignal, runs: readonly Run[]) => Promise<void>;
    closing: AbortSignal;
  },
): { start(): void; stop(): void } {
  const namespaces = new Map<string, () => void>();
  const seen = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let nextListAt = 0;
  let isClaiming = false;

  /** Reads the output of the containers of a pod that have failed. */
  const readFailed = (pod: Pod) => {
    const { uid, labels, deletionTimestamp } = pod.metadata;
    const { deploymentId, revisionId } = readLabels(labels ?? undefined, plane) ?? {};
    if (deploymentId === undefined || revisionId === undefined || deletionTimestamp) return;
    // A run whose container is about to be restarted is read after the restart, when its output no longer changes.
    const hasRestarted = ({ isPrevious }: Run) => isPrevious || pod.status?.phase === 'Failed';
    const failed = runsOf(pod).filter(
      (one) => one.hasFailed && hasRestarted(one) && !seen.has(`${uid}/${one.id}`),
    );
    if (failed.length === 0) return;
    for (const one of failed) seen.add(`${uid}/${one.id}`);
    for (const key of seen) {
      if (seen.size <= REMEMBERED) break;
      seen.delete(key);
    }
    void run(async () => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const log = await openLog(deploymentId, revisionId);
          if (log !== undefined) await readPod(pod, log, closing, failed);
          return;
        } catch (error) {
          if (closing.aborted || attempt === FAILED_ATTEMPTS) throw error;
          await clock.sleep(READ_MS, closing);
        }
      }
    });
  };
  const watchNewNamespaces = async () => {
    if (!(await replica.claimJob(JOB)) || performance.now() < nextListAt) return;
    nextListAt = performance.now() + LIST_MS;
    for (const namespace of await options.namespaces())
      if (!namespaces.has(namespace)) namespaces.set(namespace, informers.followPods(namespace, readFailed));
  };
  const watchOnce = () => {
    if (isClaiming) return;
    isClaiming = true;
    void run(() =>
      watchNewNamespaces().finally(() => {
        isClaiming = false;
      }),
    );
  };

  return {
    start() {
      timer = setInterval(watchOnce, CLAIM_POLL_MS);
      timer.unref();
      watchOnce();
    },
    stop() {
      clearInterval(timer);
      for (const unsubscribe of namespaces.values()) unsubscribe();
    },
  };
}

/** Returns whether the pod itself sends the output of this run. */
function isPushed({ metadata: { annotations } }: Pod, { container }: Run): boolean {
  return container === AGENT && pushesLogs(annotations);
}

/** Returns the last two runs of each container of a pod whose output the cluster may have. */
function runsOf({ status }: Pod): Run[] {
  type Status = NonNullable<NonNullable<Pod['status']>['containerStatuses']>[number];
  type State = NonNullable<Status['state']>;
  const toRun = (
    container: string,
    { terminated, running }: State,
    {
      containerID,
      isPrevious,
      isInit,
    }: { containerID: string | undefined; isPrevious: boolean; isInit: boolean },
  ): Run[] => {
    const startedAt = (terminated ?? running)?.startedAt;
    const id = terminated?.containerID ?? containerID ?? startedAt;
    if ((terminated ?? running) === undefined || id === undefined || id === null) return [];
    return [
      {
        id: `read:${id.replace(/^.*:\/\//, '')}`,
        container,
        isPrevious,
        hasEnded: terminated !== undefined,
        hasFailed: terminated !== undefined && !(isInit && terminated.exitCode === 0),
        startedAt: instant(startedAt),
        finishedAt: instant(terminated?.finishedAt),
      },
    ];
  };
  const ofStatus = (isInit: boolean) => (one: Status) => [
    ...toRun(one.name, one.lastState ?? {}, { containerID: undefined, isPrevious: true, isInit }),
    ...toRun(one.name, one.state ?? {}, {
      containerID: one.containerID ?? undefined,
      isPrevious: false,
      isInit,
    }),
  ];
  return [
    ...(status?.initContainerStatuses ?? []).flatMap(ofStatus(true)),
    ...(status?.containerStatuses ?? []).flatMap(ofStatus(false)),
  ];
}

/** Reads lines of a run from the cluster. `isWhole` is false if the response does not contain all of them. */
async function readLines(
  { client }: Pick<PodOutputOptions, 'client'>,
  { pod, run, signal }: Reading,
  from: { sinceTime?: string | undefined; tailLines?: number | undefined },
): Promise<{ lines: LogLine[]; isWhole: boolean } | undefined> {
  const { name, namespace = '' } = pod.metadata;
  const source = { namespace, pod: name, container: run.container };
  const outcome = await client.readLog(source, signal, {
    previous: run.isPrevious,
    timestamps: true,
    ...from,
  });
  if (!outcome.ok) {
    const { kind } = outcome.problem;
    // The cluster has no output of a container that was removed, or that has not started.
    if (kind === 'not-found' || kind === 'invalid') return undefined;
    throw new Error(explain(outcome.problem));
  }
  const isWhole = Buffer.byteLength(outcome.value) < MAX_LOG_BYTES;
  // The last line of a running container may still be incomplete.
  const isComplete = isWhole && run.hasEnded;
  const text = isComplete ? outcome.value : outcome.value.slice(0, outcome.value.lastIndexOf('\n') + 1);
  // A container that restarts during the request returns the output of its next run. `finishedAt` has whole seconds.
  const end = run.finishedAt === undefined ? Number.POSITIVE_INFINITY : run.finishedAt + 1_000;
  return { lines: parseLog(text).filter(({ at }) => Date.parse(at) <= end), isWhole };
}

/** Stores the output of a run that is not stored yet. */
async function readRun(
  options: Pick<PodOutputOptions, 'client' | 'store'>,
  reading: Reading,
  budget: ReturnType<typeof createLogBudget>,
): Promise<void> {
  const { store } = options;
  const { pod, run, revisionId, log } = reading;
  const at = { revisionId, pod: pod.metadata.uid, container: run.container, run: run.id };
  let isSecondFull = false;
  for (let request = 1; request <= MAX_REQUESTS; request += 1) {
    const row = await store.podOutput.find(at);
    const before = row?.state.kind === 'read' ? row.state : { last: null, atLast: 0, hasEnded: false };
    if (before.hasEnded) return;
    const admitted = budget.begin(revisionId);
    // A revision that prints too much is read later, as far as the cluster still has its output.
    if ('waitMs' in admitted) return;
    admitted.end();
    const from =
      row === undefined
        ? { tailLines: FIRST_LINES }
        : { sinceTime: isSecondFull ? nextSecondOf(before) : secondOf(before) };
    const found = await readLines(options, reading, from);
    if (found === undefined) return;
    const { fresh, position } = linesAfter(found.lines, before);
    const hasEnded = run.hasEnded && found.isWhole;
    // A response that contains only stored lines would be the same again, so its second is skipped.
    isSecondFull = fresh.length === 0 && !found.isWhole && !isSecondFull;
    if (isSecondFull) continue;
    if (fresh.length === 0 && !hasEnded) return;
    const missing = row === undefined ? await withoutStored(store, revisionId, log, run, fresh) : fresh;
    budget.charge(
      revisionId,
      missing.length,
      missing.reduce((sum, { text }) => sum + text.length, 0),
    );
    const state: OutputState = { kind: 'read', ...position, hasEnded };
    const lines = (row?.lines ?? 0) + fresh.length;
    const rows = toRows(log, run, missing);
    const isStored = await store.transaction(async (tx) => {
      if (!(await tx.podOutput.advance(at, row?.lines, { lines, state, now: Date.now() }))) return false;
      await tx.logs.append(rows);
      return true;
    });
    if (isStored) log.report(rows);
    if (found.isWhole) return;
  }
}

/**
 * Stores the output that a pod could not push before its program ended, and marks the run as read. A later request of
 * the pod with the same lines stores nothing.
 */
async function readPushed(
  options: Pick<PodOutputOptions, 'client' | 'store'>,
  reading: Reading,
): Promise<void> {
  const { store } = options;
  const { pod, run, revisionId, log } = reading;
  const at = { revisionId, pod: pod.metadata.uid, container: run.container, run: run.id };
  for (let attempt = 1; attempt <= MAX_REQUESTS; attempt += 1) {
    const rows = await store.podOutput.listOfPod(revisionId, pod.metadata.uid);
    if (rows.some((row) => row.container === run.container && row.run === run.id)) return;
    const whole = await readLines(options, reading, {});
    const found =
      whole?.isWhole === false ? await readLines(options, reading, { tailLines: FIRST_LINES }) : whole;
    if (found === undefined) return;
    const pushed = rows.flatMap((row) => pushedIn(row, run) ?? []).toReversed();
    const { session, missing } = unpushedLines(found.lines, pushed, whole?.isWhole === true);
    const stored = toRows(log, run, missing);
    const state: OutputState = {
      kind: 'read',
      last: found.lines.at(-1)?.at ?? null,
      atLast: 1,
      hasEnded: true,
    };
    try {
      await store.transaction(async (tx) => {
        const now = Date.now();
        const isFirst = await tx.podOutput.advance(at, undefined, { lines: missing.length, state, now });
        if (!isFirst) throw new ChangedError();
        if (
          session !== undefined &&
          !(await tx.podOutput.advance(session.row, session.row.lines, { ...session.to, now }))
        )
          throw new ChangedError();
        await tx.logs.append(stored);
      });
    } catch (error) {
      if (error instanceof ChangedError) continue;
      throw error;
    }
    log.report(stored);
    return;
  }
}

/** Thrown to roll back a transaction, because another replica has stored lines of the same run. */
class ChangedError extends Error {
  override readonly name = 'ChangedError';
}

type PushedRow = PodOutputRow & { state: Extract<OutputState, { kind: 'pushed' }> };

/** Returns the row if its program may have been this run of the container. */
function pushedIn(row: PodOutputRow, { container, startedAt, finishedAt }: Run): PushedRow | undefined {
  const { state } = row;
  if (state.kind !== 'pushed' || row.container !== container || state.hasEnded) return undefined;
  const isBefore = startedAt !== undefined && state.startedAt < startedAt - SKEW_MS;
  const isAfter = finishedAt !== undefined && state.startedAt > finishedAt + SKEW_MS;
  return isBefore || isAfter ? undefined : { ...row, state };
}

/** Returns the lines of a run that its program did not push, and the new position of its program. */
function unpushedLines(
  output: readonly LogLine[],
  pushed: readonly PushedRow[],
  isWhole: boolean,
): { missing: readonly LogLine[]; session?: { row: PushedRow; to: { lines: number; state: OutputState } } } {
  for (const row of pushed) {
    const first = firstUnpushed(output, isWhole ? row.lines : -1, row.state);
    if (first === undefined) continue;
    const missing = output.slice(first);
    const lines = missing.map(({ at, text }) => ({ at: Date.parse(at), text }));
    const state = { ...advancePushed(row.state, row.state.startedAt, lines), hasEnded: true };
    return { missing, session: { row, to: { lines: row.lines + lines.length, state } } };
  }
  const [last] = pushed;
  return {
    missing: last === undefined ? output : output.filter(({ at }) => Date.parse(at) >= last.state.at),
  };
}

const toRows = (log: OutputLog, { container }: Run, lines: readonly LogLine[]) =>
  lines.map(({ at, text }) => log.toAgentLine(prefixOf(container) + text, Date.parse(at)));

const prefixOf = (container: string): string => (container === AGENT ? '' : `[${container}] `);

/** Removes lines that an earlier version of the control plane has stored without a position. */
async function withoutStored(
  store: Pick<Store, 'logs'>,
  revisionId: string,
  log: OutputLog,
  { container }: Run,
  lines: readonly LogLine[],
): Promise<readonly LogLine[]> {
  const from = Date.parse(lines[0]?.at ?? '');
  if (Number.isNaN(from)) return lines;
  const filter = { kind: 'deploy', order: 'desc', limit: OVERLAP_LINES, from } as const;
  const stored = await store.logs.list(revisionId, filter);
  const keys = new Set(stored.map(({ at, message }) => `${at} ${message}`));
  return lines.filter(
    ({ at, text }) => !keys.has(`${Date.parse(at)} ${log.render(prefixOf(container) + text)}`),
  );
}
