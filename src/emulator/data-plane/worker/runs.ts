import type { RunJob, RunOutcome } from '../../ports/worker.ts';
import type { Link, Links } from './links.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { describeFailure } from './plain-json.ts';
import type { EventSink } from './step-events.ts';
import { createStepCounter } from './step-watch.ts';

/** Runs of a worker. Each run belongs to the link that requested the run. */
export interface Runs {
  /**
   * Begins a run. If an earlier attempt at the run is still active, the new attempt waits for its end, because two
   * attempts must not write at the same time.
   */
  begin(link: Link, job: RunJob): void;
  abort(link: Link, runId: string): void;
  /** Adds a subscriber to the run. */
  listen(link: Link, runId: string): void;
  /** Confirms that the last events of the run are stored. */
  keep(link: Link, runId: string): void;
  /** Aborts the runs of a lost link. */
  lose(link: Link): void;
  /** Returns the link of a run, or `undefined` if this link is lost. */
  linkOf(runId: string): Link | undefined;
  /** Returns the link of a run that executes on this thread, if any. */
  linkOfThread(threadId: string): Link | undefined;
}

interface Attempt {
  job: RunJob;
  /**
   * Link of the attempt, or `undefined` while the attempt is aborted because the link was lost or requested the run
   * again.
   */
  link: Link | undefined;
  controller: AbortController;
  outbox: Outbox;
  hasSubscriber: boolean;
  /** Next attempt at the same run, which begins when this attempt has ended. */
  next: { link: Link; job: RunJob } | undefined;
}

/** Maximum length of a node's name in a report, in characters. */
const MAX_NODE_LENGTH = 200;
/** Maximum length of a subgraph's name in a report, in characters. */
const MAX_NS_LENGTH = 500;

/** Reports the last node that a run began. A report without a node means that the run has ended. */
interface NodeReport {
  type: 'node';
  runId: string;
  graphId?: string;
  node?: string;
}

/**
 * Creates the runs of a worker. `reportNode` reports the runs' nodes to the program that checks the worker's health,
 * because a node may block the worker.
 */
export function createRuns(
  links: Pick<Links, 'run'>,
  execute: (job: RunJob, signal: AbortSignal, sink: EventSink) => Promise<RunOutcome>,
  reportNode: (report: NodeReport) => void,
): Runs {
  const attempts = new Map<string, Attempt>();

  const endedFor = (link: Link, runId: string, outcome: RunOutcome): void => {
    link.pending -= 1;
    link.send({ type: 'run-ended', runId, outcome });
  };
  /**
   * Reports to the link that its attempt was aborted. If the link itself has requested the run again, reports nothing,
   * because the link would confuse the report with the end of the second attempt.
   */
  const giveUp = (link: Link, runId: string, next: Link): void => {
    if (link === next) link.pending -= 1;
    else endedFor(link, runId, { kind: 'aborted' });
  };
  /**
   * Aborts an attempt and removes its link. The attempt no longer waits for stored events, because its events are not
   * stored any more.
   */
  const drop = (attempt: Attempt): void => {
    attempt.link = undefined;
    attempt.controller.abort();
    attempt.outbox.acknowledge();
  };

  const start = async (link: Link, job: RunJob): Promise<void> => {
    const { runId } = job;
    const controller = new AbortController();
    const outbox = createOutbox((events) => {
      if (attempt.link) attempt.link.send({ type: 'events', runId, events });
      // The events of an attempt without a link are not stored, so the attempt must not wait for a confirmation.
      else queueMicrotask(() => outbox.acknowledge());
    });
    const attempt: Attempt = {
      job,
      link,
      controller,
      outbox,
      hasSubscriber: job.stream?.hasSubscriber === true,
      next: undefined,
    };
    attempts.set(runId, attempt);
    let hasNode = false;
    const sink = createSink(attempt, (node) => {
      hasNode = true;
      reportNode({ type: 'node', runId, graphId: job.graphId, node: node.slice(0, MAX_NODE_LENGTH) });
    });
    const outcome = await links
      .run(link, () => execute(job, controller.signal, sink))
      .catch((failure: unknown) => ({ kind: 'error', ...describeFailure(failure) }) as const);
    attempts.delete(runId);
    if (hasNode) reportNode({ type: 'node', runId });
    if (attempt.link) endedFor(attempt.link, runId, outcome);
    if (attempt.next) void start(attempt.next.link, attempt.next.job);
  };

  return {
    begin(link, job) {
      const before = attempts.get(job.runId);
      link.pending += 1;
      if (before === undefined) return void start(link, job);
      const earlier = before.link;
      if (earlier) {
        drop(before);
        giveUp(earlier, job.runId, link);
      }
      if (before.next) giveUp(before.next.link, job.runId, link);
      before.next = { link, job };
    },
    abort(link, runId) {
      const attempt = attempts.get(runId);
      if (attempt?.link === link) return attempt.controller.abort();
      if (attempt?.next?.link !== link) return;
      attempt.next = undefined;
      endedFor(link, runId, { kind: 'aborted' });
    },
    listen(link, runId) {
      const attempt = attempts.get(runId);
      if (attempt?.next?.link === link) {
        const { job } = attempt.next;
        const stream = job.stream && { ...job.stream, hasSubscriber: true };
        attempt.next = { link, job: { ...job, ...(stream && { stream }) } };
      } else if (attempt?.link === link) attempt.hasSubscriber = true;
      link.send({ type: 'listening', runId });
    },
    keep(link, runId) {
      const attempt = attempts.get(runId);
      if (attempt?.link === link) attempt.outbox.acknowledge();
    },
    lose(link) {
      for (const attempt of attempts.values()) {
        if (attempt.next?.link === link) attempt.next = undefined;
        if (attempt.link === link) drop(attempt);
      }
    },
    linkOf: (runId) => attempts.get(runId)?.link,
    linkOfThread: (threadId) =>
      [...attempts.values()].find(({ job, link }) => job.threadId === threadId && link !== undefined)?.link,
  };
}

/** Creates the receiver of an attempt's events, which sends events and step counts over the attempt's link. */
function createSink(attempt: Attempt, beginNode: (node: string) => void): EventSink {
  const { outbox, controller, job } = attempt;
  // An aborted run must not wait for room in the outbox.
  const aborted = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const steps = createStepCounter(({ count, ns, node = '' }) => {
    const last = { ns: ns.slice(0, MAX_NS_LENGTH), node: node.slice(0, MAX_NODE_LENGTH) };
    attempt.link?.send({ type: 'steps', runId: job.runId, count, ...last });
  });
  return {
    hasSubscriber: () => attempt.hasSubscriber,
    emit: (event) => outbox.put(event),
    room() {
      const room = outbox.room();
      return room && Promise.race([room, aborted]);
    },
    flushed: () => outbox.flushed(),
    beginNode,
    beginStep: steps.beginStep,
  };
}
