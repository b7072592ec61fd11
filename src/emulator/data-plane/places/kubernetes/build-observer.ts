import type { ServiceClock } from '../../../ports/clock.ts';
import type { BuildRow } from '../../../ports/store.ts';
import type { RevisionLog } from '../../reconcile/revision-log.ts';
import type { ClusterClient } from './api/client.ts';
import { EVENTS, type Job, JOBS, type ObjectRead, type Pod } from './api/resources.ts';
import type { Informers } from './informers.ts';
import { eventsOf, toEvent, toJob, toPod } from './observe.ts';
import { BUILD, type BuildIdentity, buildName } from './plan/build-job.ts';
import type { LogSource } from './plan/evaluate-pods.ts';
import { type BuildVerdict, evaluateBuild } from './plan/evaluate-build.ts';
import { createLoggedRetry } from './retry-temporary.ts';
import { expect } from './rollout.ts';

/**
 * Interval in milliseconds between two requests about a Job that the watch has not reported. `EVENTS_POLL_MS` is the
 * interval between two requests for the warnings about a Job without a running pod.
 */
const JOB_POLL_MS = 5_000;
const EVENTS_POLL_MS = 30_000;

type BuildLog = Pick<RevisionLog, 'write' | 'redact'>;

/** Observes an attempt at a build. */
export interface BuildObserver {
  /** Returns the verdict on the Job, `deleted` if the Job does not exist, or `undefined` while its state is unknown. */
  observe(): Promise<BuildVerdict | 'deleted' | undefined>;
  /** Returns whether the pod that requested the job still runs. */
  isWorking(row: Pick<BuildRow, 'startedAt' | 'pod'>): boolean;
  /** Returns the container of the build whose log may contain a reason, or `undefined` without a pod. */
  logSource(): LogSource | undefined;
}

/** Creates the observer of an attempt's Job and pods, by the watched objects. */
export function observeBuild(
  {
    client,
    informers,
    clock,
  }: {
    client: ClusterClient;
    informers: Pick<Informers, 'in'>;
    clock: Pick<ServiceClock, 'sleep' | 'elapsed'>;
  },
  { identity, log, signal }: { identity: BuildIdentity; log: BuildLog; signal: AbortSignal },
): BuildObserver {
  const { namespace } = identity;
  const name = buildName(identity);
  const retry = createLoggedRetry(clock, log, signal);
  const objects = informers.in(namespace);
  let pods: readonly Pod[] = [];
  let warnings: readonly ObjectRead[] = [];
  let lastLoss: string | undefined;
  let nextJobAt = 0;
  let nextWarningsAt = clock.elapsed() + JOB_POLL_MS;

  const findJob = async (): Promise<Job | 'deleted' | undefined> => {
    const watched = objects.jobs.get(name);
    if (watched !== undefined) return watched;
    if (clock.elapsed() < nextJobAt) return undefined;
    nextJobAt = clock.elapsed() + JOB_POLL_MS;
    // The watch may report the Job later than its creation, so only the API server knows whether the Job exists.
    const found = await retry(() => client.get(JOBS, { namespace, name }, signal));
    if (found.ok) return found.value;
    return found.problem.kind === 'not-found' ? 'deleted' : expect(found, log);
  };

  /** Reads the warnings about a Job, which no watch reports. They contain why the Job cannot create its pod. */
  const readWarnings = async ({ metadata: { uid } }: Job) => {
    if (clock.elapsed() < nextWarningsAt) return;
    nextWarningsAt = clock.elapsed() + EVENTS_POLL_MS;
    const which = { namespace, fields: `type!=Normal,involvedObject.uid=${uid}` };
    warnings = expect(await retry(() => client.list(EVENTS, which, signal)), log).items;
  };

  return {
    async observe() {
      expect(await retry(() => objects.ready(signal)), log);
      const job = await findJob();
      if (job === undefined || job === 'deleted') return job;
      pods = objects.pods
        .indexed(identity.deploymentId.toLowerCase())
        .filter(({ metadata: { ownerReferences } }) =>
          ownerReferences?.some(({ uid }) => uid === job.metadata.uid),
        );
      if (job.spec.suspend !== true && !pods.some(hasNotEnded)) await readWarnings(job);
      const verdict = evaluateBuild({
        job: toJob(job),
        pods: pods.map(toPod),
        events: [...eventsOf(objects, pods), ...warnings.map(toEvent)],
        lastLoss,
        now: client.clusterNow(),
      });
      if (verdict.kind === 'waiting') lastLoss = verdict.lastLoss;
      return verdict;
    },
    isWorking({ startedAt, pod }) {
      if (startedAt === null || pod === null) return startedAt !== null;
      const working = objects.pods.get(pod.split('/')[0] ?? '');
      return working !== undefined && hasNotEnded(working);
    },
    logSource() {
      const pod = pods.find(hasNotEnded) ?? pods[0];
      return pod && { pod: pod.metadata.name, container: BUILD, previous: false };
    },
  };
}

const hasNotEnded = ({ status }: Pod): boolean => status?.phase !== 'Failed' && status?.phase !== 'Succeeded';

type Waiting = Extract<BuildVerdict, { kind: 'waiting' }>;

/** Writes the changes of a build's state to the log. */
export interface BuildReport {
  write(verdict: Waiting): void;
  /** Returns the last reported reason why the build has not started. */
  lastDetail(): string | undefined;
}

export function createBuildReport(log: BuildLog): BuildReport {
  let last: Waiting | undefined;
  let detail: string | undefined;
  return {
    write(verdict) {
      if (last !== undefined && verdict.lost > last.lost) {
        const reason = verdict.lastLoss ?? 'The cluster reported no reason.';
        const line = `The build starts again, because its pod ended early. Reason: ${reason}`;
        log.write('build', log.redact(line), 'WARNING');
        detail = undefined;
      }
      if (last?.isSuspended === true && !verdict.isSuspended) {
        log.write('build', 'The build was admitted.');
        detail = undefined;
      }
      if (verdict.detail !== undefined && verdict.detail !== detail) {
        detail = log.redact(verdict.detail);
        log.write('build', detail);
      }
      last = verdict;
    },
    lastDetail: () => detail,
  };
}
