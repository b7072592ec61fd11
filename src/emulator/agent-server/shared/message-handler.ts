import type { RunHandlers, ReplicaMessage } from './replica-messages.ts';

/** Time in milliseconds after which a paused run continues even without a message `release`. */
const RELEASE_MS = 5_000;
/** Creates the function that handles messages of other replicas. `from` is the ID of the sender. */
export function createMessageHandler({
  instanceId,
  notify,
  answers,
  pauses,
}: {
  instanceId: string;
  notify: (message: ReplicaMessage) => void;
  answers: { give(name: string): void };
  pauses: ReturnType<typeof createRunPauses>;
}): (handlers: RunHandlers, from: string, message: ReplicaMessage) => Promise<void> {
  return async (handlers, from, message) => {
    if ('to' in message && message.to !== instanceId) return;
    switch (message.kind) {
      case 'pending':
        return handlers.wake(message.deploymentId);
      case 'crons':
        return handlers.cronsChanged(message.deploymentId);
      case 'begun':
        return handlers.runBegun(message.run);
      case 'ended':
        return handlers.runEnded(message.run);
      case 'events':
        return handlers.eventsStored(message.runId);
      case 'listen': {
        const { runId } = message;
        if (await handlers.addListener(runId)) notify({ kind: 'listening', to: from, runId });
        return;
      }
      case 'listening':
        return answers.give(`listening ${message.runId}`);
      case 'stop':
        return handlers.stop(message.deploymentId, message.runIds);
      case 'stopped':
        for (const id of message.runIds) answers.give(`stopped ${id}`);
        return;
      case 'hold':
        await pauses.pause(handlers, message);
        return notify({ kind: 'held', to: from, holdId: message.holdId, by: instanceId });
      case 'held':
        return answers.give(`held ${message.holdId}`);
      case 'release':
        return pauses.release(message.holdId);
    }
  };
}

/** Creates the registry of runs that this replica has paused because other replicas requested this. */
export function createRunPauses() {
  const paused = new Map<string, Promise<() => void>>();
  const release = (holdId: string): void => {
    const resume = paused.get(holdId);
    paused.delete(holdId);
    void resume?.then((work) => work());
  };
  return {
    /** Resolves once the runs are paused. The runs continue after a message `release`, or after `RELEASE_MS`. */
    async pause(handlers: RunHandlers, message: Extract<ReplicaMessage, { kind: 'hold' }>): Promise<void> {
      const { holdId, deploymentId, threadIds, flush } = message;
      if (!paused.has(holdId)) {
        paused.set(holdId, handlers.pause({ deploymentId, ...(threadIds && { threadIds }) }, { flush }));
        setTimeout(() => release(holdId), RELEASE_MS).unref();
      }
      await paused.get(holdId);
    },
    release,
    releaseAll(): void {
      for (const holdId of paused.keys()) release(holdId);
    },
  };
}
