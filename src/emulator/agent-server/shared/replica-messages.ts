import * as z from 'zod';
import type { RunKey, RunScope } from '../run-row.ts';

const runKey = z.object({ deploymentId: z.string(), threadId: z.string(), id: z.string() });
const runIds = z.array(z.string());

/** Messages between replicas. `to` is the only replica that the message concerns. */
export const ReplicaMessage = z.discriminatedUnion('kind', [
  /** Runs are pending and may be claimed. */
  z.object({ kind: z.literal('pending'), deploymentId: z.string() }),
  /** A cron was created or changed and may be due earlier than before. */
  z.object({ kind: z.literal('crons'), deploymentId: z.string() }),
  z.object({ kind: z.literal('begun'), run: runKey }),
  z.object({ kind: z.literal('ended'), run: runKey }),
  /** Events of a run were stored. */
  z.object({ kind: z.literal('events'), runId: z.string() }),
  /** Requests messages about the events of a run. The reply confirms that events are stored from now on. */
  z.object({ kind: z.literal('listen'), to: z.string(), runId: z.string() }),
  z.object({ kind: z.literal('listening'), to: z.string(), runId: z.string() }),
  /** Asks the other replicas to abort runs already marked as stopped. They reply once the work has ended. */
  z.object({ kind: z.literal('stop'), to: z.string(), deploymentId: z.string(), runIds }),
  z.object({ kind: z.literal('stopped'), runIds }),
  /** Runs are about to be stopped. No more of their events are stored until `release`. The reply confirms it. */
  z.object({
    kind: z.literal('hold'),
    to: z.string(),
    holdId: z.string(),
    deploymentId: z.string(),
    threadIds: runIds.optional(),
    /** If true, the events written so far are stored first. */
    flush: z.boolean(),
  }),
  z.object({ kind: z.literal('held'), to: z.string(), holdId: z.string(), by: z.string() }),
  z.object({ kind: z.literal('release'), holdId: z.string() }),
]);
export type ReplicaMessage = z.infer<typeof ReplicaMessage>;

const Envelope = z.object({ from: z.string(), notice: ReplicaMessage });

/** Returns `undefined` if another version of this program sent the message. */
export function parseReplicaMessage(text: string): z.infer<typeof Envelope> | undefined {
  try {
    return Envelope.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Work that a replica does for other replicas, and the events that it waits for. */
export interface RunHandlers {
  /** Runs of the deployment may be pending. */
  wake(deploymentId: string): void;
  cronsChanged(deploymentId: string): void;
  /**
   * From now on stores the events of one of our runs and sends notices about them. Resolves to false if the run is
   * not ours.
   */
  addListener(runId: string): Promise<boolean>;
  eventsStored(runId: string): void;
  runBegun(run: RunKey): Promise<void>;
  /** The run has ended or was deleted. */
  runEnded(run: Pick<RunKey, 'id'> & Partial<RunKey>): Promise<void>;
  /** Stores no more events of these runs until the returned function is called. */
  pause(scope: RunScope, options: { flush: boolean }): Promise<() => void>;
  /** Ends the work on those of the runs that this replica executes. */
  stop(deploymentId: string, runIds: readonly string[]): Promise<void>;
  waitsFor(): {
    /** Runs whose end clients wait for, and whether they are known to have existed. */
    ends: ReadonlyMap<string, boolean>;
    /** Runs of other replicas whose events clients read. */
    events: readonly string[];
    /** Threads whose runs clients read. */
    threads: readonly string[];
    /** Runs that this replica executes, with their fences. */
    ours: ReadonlyMap<string, number>;
  };
}
