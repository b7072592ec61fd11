import * as z from 'zod';

const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  restartPolicy: z.string().optional(),
  args: z.array(z.string()).optional(),
});
/** Fields of a pod that the simulated node reads. */
export const Pod = z.looseObject({
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string(),
    uid: z.string(),
    deletionTimestamp: z.string().optional(),
    deletionGracePeriodSeconds: z.number().optional(),
    labels: z.record(z.string(), z.string()).optional(),
    annotations: z.record(z.string(), z.string()).optional(),
  }),
  spec: z.looseObject({
    containers: z.array(Container),
    initContainers: z.array(Container).optional(),
  }),
  status: z.looseObject({ podIP: z.string().optional() }).optional(),
});
export type Pod = z.infer<typeof Pod>;

type Container = z.infer<typeof Container>;

/**
 * Behaviors of simulated pods. The tag of the first image with such a name selects the behavior, such as
 * `registry.test/agent:crashing`.
 */
const OUTCOMES = {
  running: {},
  succeeded: {},
  unready: {},
  missing: {
    reason: 'ImagePullBackOff',
    message: 'Back-off pulling image "%": not found',
  },
  unconfigured: {
    reason: 'CreateContainerConfigError',
    message: 'secret "missing" not found',
  },
  crashing: {
    reason: 'CrashLoopBackOff',
    message: 'back-off 40s restarting failed container',
    ended: { exitCode: 1, reason: 'Error' },
  },
  'out-of-memory': {
    reason: 'CrashLoopBackOff',
    message: 'back-off 40s restarting failed container',
    ended: { exitCode: 137, reason: 'OOMKilled' },
  },
} as const;
export type PodOutcome = keyof typeof OUTCOMES;

const isOutcome = (word: string): word is PodOutcome => Object.hasOwn(OUTCOMES, word);
const outcomeOf = ({ image, args }: Container): PodOutcome => {
  const tag = image.split(':').at(-1) ?? '';
  if (isOutcome(tag)) return tag;
  // The command of the chart's Job ends by itself.
  return args?.[0] === 'migrate' ? 'succeeded' : 'running';
};

/** Returns `given` if it is set, or else the behavior that the pod's images select. */
export function podOutcome({ spec }: Pod, given: string | undefined): PodOutcome {
  if (given !== undefined && isOutcome(given)) return given;
  const all = [...(spec.initContainers ?? []), ...spec.containers].map(outcomeOf);
  return all.find((outcome) => outcome !== 'running') ?? 'running';
}

function phaseOf(outcome: PodOutcome, isBlocked: boolean): string {
  if (outcome === 'succeeded') return 'Succeeded';
  const failing = OUTCOMES[outcome];
  return isBlocked || ('reason' in failing && !('ended' in failing)) ? 'Pending' : 'Running';
}

/** Annotation with the ID of the image that all containers of a pod report, such as `registry.test/agent@sha256:…`. */
const IMAGE_ID_ANNOTATION = 'node-double/image-id';

let addresses = 0;

/** Returns the status that a kubelet reports for a pod with this behavior. */
export function podStatus(
  { metadata, spec, status: before }: Pod,
  outcome: PodOutcome,
  now: Date,
): Record<string, unknown> {
  const at = now.toISOString().replace(/\.\d+Z$/, 'Z');
  const init = spec.initContainers ?? [];
  const failing = OUTCOMES[outcome];
  const blocked = init.some((container) => outcomeOf(container) === outcome && 'reason' in failing);
  const ready = outcome === 'running';
  const condition = (type: string, holds: boolean) => ({
    type,
    status: holds ? 'True' : 'False',
    lastTransitionTime: at,
    ...(!holds && type !== 'Initialized' && { reason: 'ContainersNotReady' }),
  });
  const status = (container: Container, state: unknown, isReady: boolean, more: object = {}) => ({
    name: container.name,
    image: container.image,
    imageID: metadata.annotations?.[IMAGE_ID_ANNOTATION] ?? '',
    restartCount: 0,
    ready: isReady,
    started: isReady,
    state,
    ...more,
  });
  const completed = { exitCode: 0, reason: 'Completed', startedAt: at, finishedAt: at };
  const failed = (container: Container) => {
    if (outcome === 'succeeded') return status(container, { terminated: completed }, false);
    if (!('reason' in failing)) return status(container, { running: { startedAt: at } }, ready);
    const waiting = { reason: failing.reason, message: failing.message.replace('%', container.image) };
    const ended = 'ended' in failing && {
      restartCount: 3,
      lastState: { terminated: { ...failing.ended, startedAt: at, finishedAt: at } },
    };
    return status(container, { waiting }, false, ended || {});
  };
  const initStatus = (container: Container) => {
    if (blocked && outcomeOf(container) === outcome) return failed(container);
    if (container.restartPolicy === 'Always') return status(container, { running: { startedAt: at } }, true);
    return status(container, { terminated: completed }, true);
  };
  addresses += 1;
  // A pod keeps its address for its lifetime.
  const address = before?.podIP ?? `10.200.${Math.floor(addresses / 250) % 250}.${(addresses % 250) + 1}`;
  return {
    phase: phaseOf(outcome, blocked),
    hostIP: '127.0.0.1',
    podIP: address,
    podIPs: [{ ip: address }],
    startTime: at,
    conditions: [
      condition('Initialized', !blocked),
      condition('Ready', ready),
      condition('ContainersReady', ready),
    ],
    initContainerStatuses: init.map(initStatus),
    containerStatuses: spec.containers.map((container) =>
      blocked ? status(container, { waiting: { reason: 'PodInitializing' } }, false) : failed(container),
    ),
  };
}
