import type { ContainerState, ContainerStatus, Event, Pod } from 'kubernetes-types/core/v1.js';

/** Container whose last log lines contain the reason of a failure. */
export interface LogSource {
  pod: string;
  container: string;
  /** True to read the log that ended with the container's last restart. */
  previous: boolean;
}

/** Problem that prevents a pod from being available. */
export interface PodProblem {
  pod: string;
  /** Reason as the cluster reports it. */
  reason: string;
  /**
   * Severity of the problem. A `final` problem does not go away. An `unsettled` problem goes away only if a missing
   * object appears within seconds. For a `pending` problem, the cluster keeps trying, and may succeed.
   */
  severity: 'final' | 'unsettled' | 'pending';
  /** Start of the problem in milliseconds of the cluster's clock, or `undefined` if the start is unknown. */
  since: number | undefined;
  logs: LogSource | undefined;
}

/** Number of restarts after which a container counts as failed. */
const RESTARTS = 3;
/** Waiting reasons of containers that only a change of the revision can remove. */
const FINAL = new Set(['InvalidImageName', 'ErrImageNeverPull']);
/** Waiting reasons of containers during a normal start. */
const STARTING = new Set(['ContainerCreating', 'PodInitializing']);

/**
 * Returns the problems that prevent a pod from being available, most serious first. Returns no problems for a pod that
 * starts normally.
 */
export function evaluatePod(pod: Pod, events: readonly Event[]): PodProblem[] {
  const name = pod.metadata?.name ?? '';
  const own = events.filter(
    ({ involvedObject: { kind, uid, name: of } }) =>
      kind === 'Pod' &&
      (uid !== undefined && pod.metadata?.uid !== undefined ? uid === pod.metadata.uid : of === name),
  );
  const statuses = [
    ...(pod.status?.initContainerStatuses ?? []).map((status) => ({ status, init: true })),
    ...(pod.status?.containerStatuses ?? []).map((status) => ({ status, init: false })),
  ];
  const problems = [
    ...unscheduled(pod, name),
    ...ended(pod, name),
    ...statuses.flatMap(({ status, init }) => evaluateContainer(pod, name, status, init, own)),
  ];
  // The pod's events are read too, because the status does not contain the reason why a volume cannot be mounted.
  if (problems.length === 0) problems.push(...warned(pod, name, own));
  return problems.sort((a, b) => SEVERITY.indexOf(a.severity) - SEVERITY.indexOf(b.severity));
}

const SEVERITY: readonly PodProblem['severity'][] = ['final', 'unsettled', 'pending'];

function unscheduled(pod: Pod, name: string): PodProblem[] {
  const condition = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (condition?.status !== 'False') return [];
  const reason = `The pod ${name} is not scheduled on a node: ${words(condition.reason, condition.message)}`;
  return [
    { pod: name, reason, severity: 'pending', since: instant(condition.lastTransitionTime), logs: undefined },
  ];
}

/** Returns the problem with a pod that its node evicted or refused, and that Kubernetes therefore replaces. */
function ended({ status }: Pod, name: string): PodProblem[] {
  if (status?.phase !== 'Failed') return [];
  const reason = `The pod ${name} ended: ${words(status.reason, status.message)}`;
  return [{ pod: name, reason, severity: 'pending', since: undefined, logs: undefined }];
}

function evaluateContainer(
  pod: Pod,
  name: string,
  status: ContainerStatus,
  init: boolean,
  events: readonly Event[],
): PodProblem[] {
  const { waiting, terminated } = status.state ?? {};
  const what = `${init ? 'The init container' : 'The container'} ${status.name} of the pod ${name}`;
  const problem = (
    reason: string,
    severity: PodProblem['severity'],
    since: number | undefined,
    logs?: LogSource,
  ): PodProblem[] => [{ pod: name, reason, severity, since, logs }];

  const crash = status.lastState?.terminated ?? terminated;
  const crashed =
    crash !== undefined &&
    (waiting?.reason === 'CrashLoopBackOff' || (terminated !== undefined && !isDone(terminated, init)));
  if (crashed) {
    return problem(
      `${what} ${describeEnd(crash, status.restartCount)}`,
      status.restartCount >= RESTARTS ? 'final' : 'pending',
      instant(crash.finishedAt),
      { pod: name, container: status.name, previous: terminated === undefined },
    );
  }
  if (waiting !== undefined && !STARTING.has(waiting.reason ?? '')) {
    const why = `${what} cannot start: ${words(waiting.reason, waiting.message)}`;
    const since = waitingSince(pod, waiting.message, events);
    if (FINAL.has(waiting.reason ?? '')) return problem(why, 'final', since);
    return problem(why, waiting.reason === 'CreateContainerConfigError' ? 'unsettled' : 'pending', since);
  }
  if (status.state?.running !== undefined && !status.ready && !init) {
    const probe = newest(events.filter(({ reason }) => reason === 'Unhealthy'));
    const last = probe === undefined ? '' : `: ${sentence(probe.message)}`;
    return problem(
      `${what} is running but not ready${last || '.'}`,
      'pending',
      instant(status.state.running.startedAt),
      {
        pod: name,
        container: status.name,
        previous: false,
      },
    );
  }
  return [];
}

type Terminated = NonNullable<ContainerState['terminated']>;

/** Returns whether a container is an init container that has succeeded. */
const isDone = ({ exitCode }: Terminated, init: boolean): boolean => init && exitCode === 0;

function describeEnd({ exitCode, signal, reason, message }: Terminated, restarts: number): string {
  const how =
    reason === 'OOMKilled'
      ? 'was ended because it used more memory than its limit (OOMKilled)'
      : signal
        ? `was ended by signal ${signal}`
        : `ended with exit code ${exitCode}`;
  const after = restarts === 0 ? '' : ` after ${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`;
  const own = reason === 'Error' || reason === 'OOMKilled' || reason === 'Completed' ? undefined : reason;
  const more = own || message ? `: ${words(own, message)}` : '.';
  return `${how}${after}${more}`;
}

/**
 * Returns the time when a container began to wait. Kubernetes does not record this time, so the function uses the time
 * of an event about the wait, or else of the pod's previous step.
 */
function waitingSince(pod: Pod, message: string | undefined, events: readonly Event[]): number | undefined {
  const times = events
    .filter((event) => message !== undefined && event.message?.includes(message) === true)
    .map(({ firstTimestamp, eventTime }) => instant(firstTimestamp) ?? instant(eventTime))
    .filter((time) => time !== undefined);
  if (times.length > 0) return Math.min(...times);
  const after = (pod.status?.conditions ?? [])
    .filter(({ type, status }) => (type === 'Initialized' || type === 'PodScheduled') && status === 'True')
    .map(({ lastTransitionTime }) => instant(lastTransitionTime))
    .filter((time) => time !== undefined);
  return after.length > 0 ? Math.max(...after) : instant(pod.metadata?.creationTimestamp);
}

function warned(pod: Pod, name: string, events: readonly Event[]): PodProblem[] {
  if (isReady(pod)) return [];
  const event = newest(events.filter(({ type }) => type === 'Warning'));
  if (event === undefined) return [];
  const since = instant(event.firstTimestamp) ?? instant(event.eventTime);
  return [
    {
      pod: name,
      reason: `The pod ${name} does not start: ${words(event.reason, event.message)}`,
      severity: 'pending',
      since,
      logs: undefined,
    },
  ];
}

interface PodReadiness {
  status?: { conditions?: readonly { type: string; status: string }[] | null | undefined } | undefined;
}

/** Returns whether a pod, as an object of the API or in its parsed form, can receive requests. */
export function isReady({ status }: PodReadiness): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
}

function newest(events: readonly Event[]): Event | undefined {
  return events.toSorted((a, b) => lastSeen(a) - lastSeen(b)).at(-1);
}

const lastSeen = ({ lastTimestamp, eventTime, series, firstTimestamp }: Event): number =>
  instant(series?.lastObservedTime) ??
  instant(lastTimestamp) ??
  instant(eventTime) ??
  instant(firstTimestamp) ??
  0;

/** Converts a timestamp of the cluster to milliseconds. Returns `undefined` for a missing timestamp. */
export function instant(text: string | null | undefined): number | undefined {
  const time = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Joins a one-word reason and a message from the cluster to one sentence. */
export function words(reason: string | undefined, message: string | undefined): string {
  return sentence([reason, message].filter((part) => part !== undefined && part !== '').join(': '));
}

function sentence(text: string | undefined): string {
  const trimmed = text?.replaceAll(BREAKS, ' ').trim() ?? '';
  return trimmed === ''
    ? 'the cluster reported no reason.'
    : /[.!?]$/.test(trimmed)
      ? trimmed
      : `${trimmed}.`;
}

/** Matches line breaks and control characters, which a policy or a program may write into a message. */
const BREAKS = /[\s\p{Cc}]+/gu;
