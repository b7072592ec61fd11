import type { Clock } from '../../../../clients/clock.ts';
import type { Replica } from '../../../ports/replica.ts';
import type { LogLine, Store } from '../../../ports/store.ts';
import type { RevisionLog } from '../../reconcile/revision-log.ts';
import type { ClusterClient } from './api/client.ts';
import type { Pod } from './api/resources.ts';
import type { Informers } from './informers.ts';
import { AGENT } from '../../workload/pod-spec.ts';
import { LABELS, readLabels } from './plan/objects.ts';

/**
 * Opens a revision's log, which redacts the secrets of the revision's pods. Resolves to `undefined` if the deployment
 * was deleted.
 */
export type OpenRevisionLog = (deploymentId: string, revisionId: string) => Promise<RevisionLog | undefined>;

export interface LogFollowerOptions {
  client: Pick<ClusterClient, 'followLogs'>;
  informers: Pick<Informers, 'followPods'>;
  plane: string;
  replica: Pick<Replica, 'claimJob'>;
  store: Pick<Store, 'revisions' | 'logs'>;
  namespaces: () => Promise<ReadonlySet<string>>;
  openLog: OpenRevisionLog;
  log: (line: string) => void;
}

/** Stores the output of pods in the logs of the pods' revisions. */
export interface LogFollower {
  start(): void;
  close(): Promise<void>;
}

const JOB = 'pod-logs';
/** Interval in milliseconds between two checks for the end of the replica that follows the logs. */
const CLAIM_POLL_MS = 5_000;
/** Interval in milliseconds between two checks for new namespaces. */
const LIST_MS = 30_000;
/**
 * Milliseconds before the last stored line within which lines may be missing. Lines of different pods can arrive out of
 * order.
 */
const OVERLAP_MS = 10_000;
const OVERLAP_LINES = 1_000;

/**
 * Creates a follower for the logs of all containers in a control plane's pods. Only one replica at a time follows the
 * logs. A replica that takes over continues at the end of each revision's log, so no line is stored twice.
 */
export function createLogFollower(options: LogFollowerOptions): LogFollower {
  const { client, plane, replica, store } = options;
  const closing = new AbortController();
  const namespaces = new Map<string, () => void>();
  const followed = new Set<string>();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isWatching = false;
  let nextListAt = 0;

  const run = (work: Promise<void>) => {
    const done = work
      .catch((error: unknown) => {
        if (!closing.signal.aborted) options.log(`the log of a pod could not be followed: ${String(error)}`);
      })
      .finally(() => running.delete(done));
    running.add(done);
  };

  /** Follows one container of a pod until the pod is gone. */
  const follow = async (pod: Pod, container: string, isOld: boolean) => {
    const { name, namespace = '', labels } = pod.metadata;
    const { deploymentId = '', revisionId } = readLabels(labels ?? undefined, plane) ?? {};
    if (revisionId === undefined) return;
    const log = await options.openLog(deploymentId, revisionId);
    if (log === undefined) return;
    const stored = isOld ? await storedLines(store, revisionId) : undefined;
    const prefix = container === AGENT ? '' : `[${container}] `;
    await client.followLogs(
      { namespace, pod: name, container },
      {
        line({ at, text }) {
          const time = Date.parse(at);
          if (stored?.lines.delete(keyOf(time, log.render(prefix + text))) === true) return;
          log.write('deploy', prefix + text, 'INFO', 'agent', time);
        },
      },
      closing.signal,
      stored?.after === undefined ? {} : { after: new Date(stored.after).toISOString() },
    );
  };

  /**
   * Starts to follow the containers of a pod. `isOld` is true if the pod may have printed lines before this follower
   * started.
   */
  const see = (pod: Pod, isOld: boolean) => {
    const { uid, labels } = pod.metadata;
    if (labels?.[LABELS.revision] === undefined) return;
    const statuses = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
    for (const { name, state, lastState } of statuses) {
      const hasRun = [state, lastState].some((one) => one?.running ?? one?.terminated);
      const key = `${uid}/${name}`;
      if (!hasRun || followed.has(key)) continue;
      followed.add(key);
      run(follow(pod, name, isOld).finally(() => followed.delete(key)));
    }
  };

  const watchNewNamespaces = async () => {
    if (!(await replica.claimJob(JOB)) || performance.now() < nextListAt) return;
    nextListAt = performance.now() + LIST_MS;
    for (const namespace of await options.namespaces())
      if (!namespaces.has(namespace)) namespaces.set(namespace, options.informers.followPods(namespace, see));
  };
  const watchOnce = () => {
    if (isWatching) return;
    isWatching = true;
    run(
      watchNewNamespaces().finally(() => {
        isWatching = false;
      }),
    );
  };
  return {
    start() {
      timer = setInterval(watchOnce, CLAIM_POLL_MS);
      timer.unref();
      watchOnce();
    },
    async close() {
      clearInterval(timer);
      for (const unsubscribe of namespaces.values()) unsubscribe();
      closing.abort();
      await Promise.all(running);
    },
  };
}

/** Returns the last stored lines of a revision's log, and the time after which lines may be missing. */
async function storedLines(
  store: Pick<Store, 'logs'>,
  revisionId: string,
): Promise<{ after: number | undefined; lines: Set<string> }> {
  const found = await store.logs.list(revisionId, { kind: 'deploy', order: 'desc', limit: OVERLAP_LINES });
  const last = found[0]?.at;
  return {
    after: last === undefined ? undefined : last - OVERLAP_MS,
    lines: new Set(found.map(({ at, message }) => keyOf(at, message))),
  };
}

const keyOf = (at: number, message: string): string => `${at} ${message}`;

/** Maximum time in milliseconds until the follower, possibly in another replica, has stored a line. */
const STORED_WITHIN_MS = 2_000;
const POLL_MS = 100;

/** Writes the last lines of a container to its revision's log, unless the follower has already stored them. */
export async function writeMissingLines(
  { store, clock }: { store: Pick<Store, 'logs'>; clock: Clock },
  revisionId: string,
  log: Pick<RevisionLog, 'render' | 'write' | 'flush'>,
  lines: readonly { at: string; text: string }[],
  signal: AbortSignal,
): Promise<void> {
  const from = Date.parse(lines[0]?.at ?? '');
  if (Number.isNaN(from)) return;
  const isMissing = (stored: readonly LogLine[]) => {
    const there = new Set(stored.map(({ at, message }) => keyOf(at, message)));
    return lines.filter(({ at, text }) => !there.has(keyOf(Date.parse(at), log.render(text))));
  };
  for (let left = STORED_WITHIN_MS; ; left -= POLL_MS) {
    await log.flush();
    const stored = await store.logs.list(revisionId, {
      kind: 'deploy',
      order: 'desc',
      limit: OVERLAP_LINES,
      from,
    });
    const missing = isMissing(stored);
    if (missing.length === 0) return;
    if (left <= 0) {
      for (const { at, text } of missing) log.write('deploy', text, 'INFO', 'agent', Date.parse(at));
      return;
    }
    await clock.sleep(POLL_MS, signal);
  }
}
