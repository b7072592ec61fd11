import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../../os/errors.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { LiveWorkers } from '../../ports/worker.ts';
import { DEFAULT_CORS } from '../../server/cors.ts';
import { type HeldWorker, type LiveSlot, liveSlot, type LiveTable, usableWorkers } from './live.ts';
import type { DialOptions, PodLink } from '../link/dial.ts';
import type { LinkAnswers } from '../link/worker.ts';
import type { PodEndpoint, Running } from '../places/place.ts';

/** Active revision of a deployment, according to the store. */
export interface ServingAgent {
  revisionId: string;
  /** True if agent pods with links run the revision. Other revisions contain their own server. */
  isLinked: boolean;
  pods: Pick<Running, 'endpoints'>;
  /** Functions of an agent that may be idle; absent if the agent always has pods. */
  idle?:
    | {
        /** Records that the agent is used: now, or until the signal of a request aborts. */
        recordUse(request: { readonly signal: AbortSignal } | undefined): void;
        /** Returns whether the agent currently has no pods because it is idle. */
        isIdle(): boolean;
        /** With a signal, waits for a while until a pod is ready. */
        wake(signal: AbortSignal | undefined): Promise<WakeState>;
      }
    | undefined;
}

/** State of an agent that may be idle: its pod has been requested, is ready, or has been running for a longer time. */
export type WakeState = 'starting' | 'ready' | 'running';

export interface PodWorkersOptions extends LinkAnswers {
  live: LiveTable;
  /** Returns the active revision of a deployment, or `undefined` without an active revision. */
  serving: (deploymentId: string) => Promise<ServingAgent | undefined>;
  /** Returns the token of a revision's pods, or `undefined` if no pod of the revision has been started. */
  tokenOf: (revisionId: string) => Promise<string | undefined>;
  dial: (options: Omit<DialOptions, 'decoder'>) => Promise<PodLink>;
  log: (line: string) => void;
  metrics: Metrics;
  /** Writes a line to the agent log of a revision. */
  warn: (serving: { deploymentId: string; revisionId: string }, line: string) => void;
  timing?: Partial<LinkTiming>;
}

/** Time limits and intervals of links, in milliseconds. */
interface LinkTiming {
  /**
   * Interval between two lists of a deployment's pods while the deployment is used, because the number of pods may
   * change.
   */
  refreshMs: number;
  /** Delay before the pods are listed again if no link could be opened. */
  retryMs: number;
  /** Time after which an unused link is closed. */
  idleMs: number;
  /** Maximum time that a request waits for a link. */
  connectMs: number;
}
const TIMING: LinkTiming = { refreshMs: 10_000, retryMs: 250, idleMs: 5 * 60_000, connectMs: 8_000 };
/**
 * Maximum number of links from this replica to one deployment. For a deployment with more pods, the replica links to
 * some of the pods.
 */
const MAX_LINKS = 32;
/** Milliseconds for which a replica does not use a pod that exceeded the limits of a link. */
const EXCLUDED_MS = 60_000;
/** Maximum number of failure reasons that are logged for one serving revision. */
const MAX_PROBLEMS = 10;

export interface PodWorkers extends Required<Pick<LiveWorkers, 'connect' | 'isIdle'>> {
  /** Returns the state for the emulator's health endpoint. */
  health(): { deployment_id: string; revision_id: string; links: number }[];
  close(): Promise<void>;
}

interface HeldLink {
  readonly link: PodLink;
  readonly held: HeldWorker;
}

/** Serving revision of a deployment, with its links. */
interface Slot {
  readonly deploymentId: string;
  readonly serving: ServingAgent;
  /** Links by the uid of their pod. */
  readonly links: Map<string, HeldLink>;
  readonly live: LiveSlot;
  /** Times in milliseconds until which pods are not used, by the uid of the pod. */
  readonly excluded: Map<string, number>;
  refreshedAt: number;
  refreshing: Promise<void> | undefined;
  /**
   * Reasons why links could not be opened. Each reason is logged once. The number of reasons is limited, because
   * untrusted pods choose their texts.
   */
  readonly problems: Set<string>;
}

export function createPodWorkers(options: PodWorkersOptions): PodWorkers {
  const { live, log, metrics } = options;
  const timing = { ...TIMING, ...options.timing };
  const slots = new Map<string, Slot>();
  const closing = new AbortController();
  const isCurrent = (slot: Slot) => slots.get(slot.deploymentId) === slot;
  const links = createLinks({ ...options, timing }, isCurrent, closing.signal);

  const remove = ({ deploymentId }: Slot): void => {
    slots.delete(deploymentId);
    live.clear(deploymentId);
  };

  const slotOf = (deploymentId: string, serving: ServingAgent | undefined): Slot | undefined => {
    const before = slots.get(deploymentId);
    const isSame =
      before?.serving.revisionId === serving?.revisionId && before?.serving.isLinked === serving?.isLinked;
    if (isSame) return before;
    if (before) {
      remove(before);
      links.retire(before);
    }
    if (serving === undefined || closing.signal.aborted) return undefined;
    const slot: Slot = {
      deploymentId,
      serving,
      links: new Map(),
      // The default policy for web pages applies to requests that are refused before they reach the revision's own
      // server.
      live: liveSlot(serving.revisionId, serving.isLinked ? undefined : DEFAULT_CORS),
      excluded: new Map(),
      refreshedAt: Number.NEGATIVE_INFINITY,
      refreshing: undefined,
      problems: new Set(),
    };
    slots.set(deploymentId, slot);
    live.assign(deploymentId, slot.live);
    return slot;
  };

  const sweep = setInterval(() => {
    const before = performance.now() - timing.idleMs;
    for (const slot of slots.values()) {
      for (const { link: one, held } of slot.links.values()) {
        if (held.holds === 0 && held.idleSince < before) one.close();
      }
      if (slot.links.size === 0 && slot.refreshedAt < before) remove(slot);
    }
  }, timing.idleMs / 10);
  sweep.unref();
  const stopMeasuring = metrics.beforeScrape(() => {
    const linked = [...slots.values()].filter(({ links: own }) => own.size > 0);
    metrics.set('linked_deployments', {}, linked.length);
    metrics.set(
      'links',
      {},
      linked.reduce((sum, { links: own }) => sum + own.size, 0),
    );
  });

  /** Returns the slot of the active revision, or `undefined` if no revision is active or this replica closes. */
  const readSlot = async (deploymentId: string): Promise<Slot | undefined> => {
    if (closing.signal.aborted) return undefined;
    try {
      return slotOf(deploymentId, await options.serving(deploymentId));
    } catch (error) {
      log(`the active revision of deployment ${deploymentId} could not be read: ${errorMessage(error)}`);
      return undefined;
    }
  };

  return {
    connect: createConnect({ readSlot, links, timing, log, closing: closing.signal }),
    isIdle: (deploymentId) => slots.get(deploymentId)?.serving.idle?.isIdle() === true,
    health: () =>
      [...slots.values()]
        .filter(({ links }) => links.size > 0)
        .map(({ deploymentId, serving, links }) => ({
          deployment_id: deploymentId,
          revision_id: serving.revisionId,
          links: links.size,
        })),
    async close() {
      clearInterval(sweep);
      stopMeasuring();
      closing.abort(new Error('the control plane is shutting down'));
      await links.close(slots.values());
      for (const slot of slots.values()) remove(slot);
    },
  };
}

/** Creates the function that links to the pods of a deployment, and that starts a pod of an idle agent. */
function createConnect(options: {
  /** Returns the slot of the active revision, or `undefined` if no revision is active or this replica closes. */
  readSlot: (deploymentId: string) => Promise<Slot | undefined>;
  links: { look(slot: Slot): Promise<void> };
  timing: LinkTiming;
  log: (line: string) => void;
  closing: AbortSignal;
}): PodWorkers['connect'] {
  const { readSlot, links, timing, log, closing } = options;
  /** Returns whether a slot has a worker, and looks for further pods at intervals. */
  const hasWorker = (slot: Slot): boolean => {
    if (usableWorkers(slot.live).length === 0) return false;
    if (performance.now() - slot.refreshedAt > timing.refreshMs) void links.look(slot);
    return true;
  };
  const wake = async ({ serving: { idle } }: Slot, signal: AbortSignal | undefined): Promise<WakeState> =>
    idle?.wake(signal).catch((error: unknown) => {
      if (!closing.aborted) log(`an idle agent could not be started: ${errorMessage(error)}`);
      return 'running';
    }) ?? 'running';

  return async (deploymentId, use) => {
    const request = typeof use === 'object' ? use : undefined;
    // Each attempt of a request waits for the pod of an idle agent, and reads which revision is active now.
    for (let isFirst = true; ; isFirst = false) {
      const slot = await readSlot(deploymentId);
      if (slot?.serving.isLinked !== true) return;
      const { idle } = slot.serving;
      if (isFirst && use !== 'health-check') idle?.recordUse(request);
      if (hasWorker(slot)) return;
      if (use === 'health-check' && idle?.isIdle() === true) return;
      const state = use === 'health-check' ? 'running' : await wake(slot, request?.signal);
      if (state !== 'starting') {
        const age = performance.now() - slot.refreshedAt;
        if (slot.refreshing || age > timing.retryMs || !isFirst) await links.look(slot);
      }
      if (state === 'running' || request === undefined || usableWorkers(slot.live).length > 0) return;
      if (request.signal.aborted || closing.aborted) return;
      if (state === 'ready') await sleep(timing.retryMs);
    }
  };
}

const dialTarget = ({ target, name, uid }: PodEndpoint) => ({ target, podName: name, podUid: uid });

/** Counts an attempt to open a link, unless the replica closes. */
async function countLinks(
  metrics: Metrics,
  attempt: Promise<PodLink>,
  closing: AbortSignal,
): Promise<PodLink> {
  try {
    const opened = await attempt;
    metrics.add('links_opened_total', { outcome: 'succeeded' });
    return opened;
  } catch (error) {
    if (!closing.aborted) metrics.add('links_opened_total', { outcome: 'failed' });
    throw error;
  }
}

/** Opens and closes the links of slots. `isCurrent` returns whether the revision of a slot is active. */
function createLinks(
  { live, log, metrics, timing, ...options }: PodWorkersOptions & { timing: LinkTiming },
  isCurrent: (slot: Slot) => boolean,
  closing: AbortSignal,
) {
  /** Links to replaced revisions, which are closed when their current work has ended. */
  const retired = new Set<PodLink>();
  const dialing = new Set<Promise<unknown>>();

  const link = async (slot: Slot, pod: PodEndpoint, token: string): Promise<void> => {
    const revision = { deploymentId: slot.deploymentId, revisionId: slot.serving.revisionId };
    const attempt = options.dial({
      ...revision,
      ...dialTarget(pod),
      token,
      storeCallsOf: options.storeCallsOf,
      answerAgent: options.answerAgent,
      warn: (line) => options.warn(revision, line),
      signal: closing,
    });
    const opened = await countLinks(metrics, attempt, closing);
    // The link is closed if the deployment switched to another revision while the link was opened.
    if (!isCurrent(slot) || closing.aborted) return opened.close();
    const held = live.add(revision.deploymentId, slot.live, {
      worker: opened.worker,
      isUsable: () => !opened.isDraining(),
      onIdle() {
        retired.delete(opened);
        // A link to a draining pod is closed, because the pod exits once its links are closed.
        if (!isCurrent(slot) || opened.isDraining()) opened.close();
      },
    });
    slot.links.set(pod.uid, { link: opened, held });
    void opened.draining.then(() => {
      if (held.holds === 0) opened.close();
    });
    void opened.ended.then((reason) => {
      retired.delete(opened);
      slot.live.workers.delete(held);
      if (slot.links.get(pod.uid)?.held === held) slot.links.delete(pod.uid);
      if (opened.hasExceededLimits()) slot.excluded.set(pod.uid, performance.now() + EXCLUDED_MS);
      if (held.holds > 0) log(`the link to agent pod ${pod.name} ended while it was in use: ${reason}`);
    });
  };

  /** Opens links to the pods without a link. Resolves once the first link is open, or once no link could be opened. */
  const linkMissing = async (slot: Slot): Promise<void> => {
    const { serving, links } = slot;
    slot.refreshedAt = performance.now();
    const signal = AbortSignal.any([closing, AbortSignal.timeout(timing.connectMs)]);
    const [endpoints, token] = await Promise.all([
      serving.pods.endpoints(signal),
      options.tokenOf(serving.revisionId),
    ]);
    if (token === undefined)
      throw new Error(`revision ${serving.revisionId} has no token for connections to its pods`);
    const ready = endpoints.filter((endpoint) => endpoint.kind === 'pod');
    const others = unlinkedPods(ready, slot);
    if (others.length === 0 && links.size > 0) return;
    if (others.length === 0) throw new Error(describeMissing(serving.revisionId, ready.length > 0));
    const attempts = others.map((pod) => link(slot, pod, token));
    const all = Promise.allSettled(attempts);
    dialing.add(all);
    void all.then(() => dialing.delete(all));
    await Promise.any(attempts).catch((error: unknown) => {
      // An aggregate error contains several reasons, but the message needs only the first reason.
      throw error instanceof AggregateError ? (error.errors as unknown[])[0] : error;
    });
  };

  /** Calls `linkMissing` for a slot unless the call is already running, and logs why no link could be opened. */
  const refreshLinks = (slot: Slot): Promise<void> => {
    slot.refreshing ??= linkMissing(slot)
      .catch((error: unknown) => {
        const problem = errorMessage(error);
        const { problems, deploymentId } = slot;
        if (closing.aborted || problems.has(problem) || problems.size >= MAX_PROBLEMS) return;
        problems.add(problem);
        const more = problems.size === MAX_PROBLEMS ? ' (Further problems are not logged.)' : '';
        log(`this replica cannot serve deployment ${deploymentId}: ${problem}${more}`);
      })
      .finally(() => {
        slot.refreshing = undefined;
      });
    return slot.refreshing;
  };

  return {
    look: refreshLinks,
    /** Closes each link of a replaced slot as soon as it is unused. */
    retire({ links }: Slot): void {
      for (const { link: one, held } of links.values()) {
        if (held.holds === 0) one.close();
        else retired.add(one);
      }
    },
    /** Closes all links, and resolves once no link is being opened any more. */
    async close(slots: Iterable<Slot>): Promise<void> {
      const all = [...slots];
      for (const one of retired) one.close();
      for (const slot of all) for (const { link: one } of slot.links.values()) one.close();
      for (const { refreshing } of all) await refreshing;
      await Promise.all(dialing);
    },
  };
}

/** Returns the pods to open links to, without pods that exceeded the limits of a link within the last minute. */
function unlinkedPods(pods: readonly PodEndpoint[], { excluded, links }: Slot): PodEndpoint[] {
  for (const [uid, until] of excluded) if (until < performance.now()) excluded.delete(uid);
  const others = pods.filter(({ uid }) => !links.has(uid) && !excluded.has(uid));
  return others.slice(0, Math.max(0, MAX_LINKS - links.size));
}

function describeMissing(revisionId: string, hasPods: boolean): string {
  return hasPods
    ? `all pods of revision ${revisionId} exceeded the limits of a link, and are used again after a minute`
    : `no pod of revision ${revisionId} is ready`;
}
