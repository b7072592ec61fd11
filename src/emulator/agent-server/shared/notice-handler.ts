import type { RunHandlers, RunNotice } from './notices.ts';

/** Time after which a paused run continues even without a release, in milliseconds. */
const RELEASE_MS = 5_000;
/** Creates the function that handles the notice of another replica. `from` is the ID of that replica. */
export function createNoticeHandler({
  instanceId,
  notify,
  answers,
  holds,
}: {
  instanceId: string;
  notify: (notice: RunNotice) => void;
  answers: { give(name: string): void };
  holds: ReturnType<typeof createHolds>;
}): (handlers: RunHandlers, from: string, notice: RunNotice) => Promise<void> {
  return async (handlers, from, notice) => {
    if ('to' in notice && notice.to !== instanceId) return;
    switch (notice.kind) {
      case 'pending':
        return handlers.wake(notice.deploymentId);
      case 'crons':
        return handlers.cronsChanged(notice.deploymentId);
      case 'begun':
        return handlers.runBegun(notice.run);
      case 'ended':
        return handlers.runEnded(notice.run);
      case 'events':
        return handlers.eventsStored(notice.runId);
      case 'listen': {
        const { runId } = notice;
        if (await handlers.addListener(runId)) notify({ kind: 'listening', to: from, runId });
        return;
      }
      case 'listening':
        return answers.give(`listening ${notice.runId}`);
      case 'stop':
        return handlers.stop(notice.deploymentId, notice.runIds);
      case 'stopped':
        for (const id of notice.runIds) answers.give(`stopped ${id}`);
        return;
      case 'hold':
        await holds.hold(handlers, notice);
        return notify({ kind: 'held', to: from, holdId: notice.holdId, by: instanceId });
      case 'held':
        return answers.give(`held ${notice.holdId}`);
      case 'release':
        return holds.release(notice.holdId);
    }
  };
}

/** The runs that this replica has paused for other replicas. */
export function createHolds() {
  const held = new Map<string, Promise<() => void>>();
  const release = (holdId: string): void => {
    const resume = held.get(holdId);
    held.delete(holdId);
    void resume?.then((work) => work());
  };
  return {
    /** Resolves once the runs are paused. They continue when they are released, or after a while. */
    async hold(handlers: RunHandlers, notice: Extract<RunNotice, { kind: 'hold' }>): Promise<void> {
      const { holdId, deploymentId, threadIds, flush } = notice;
      if (!held.has(holdId)) {
        held.set(holdId, handlers.hold({ deploymentId, ...(threadIds && { threadIds }) }, { flush }));
        setTimeout(() => release(holdId), RELEASE_MS).unref();
      }
      await held.get(holdId);
    },
    release,
    releaseAll(): void {
      for (const holdId of held.keys()) release(holdId);
    },
  };
}
