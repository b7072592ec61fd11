import * as z from 'zod';
import type { RunKey, RunScope } from '../run-row.ts';

const runKey = z.object({ deploymentId: z.string(), threadId: z.string(), id: z.string() });
const runIds = z.array(z.string());

/** Messages between replicas. A message with `to` is only for the replica with this ID. */
export const ReplicaMessage = z.discriminatedUnion('kind', [
  /** Reports that runs are pending and can be claimed. */
  z.object({ kind: z.literal('pending'), deploymentId: z.string() }),
  /** Reports that a cron was created or changed and might be due earlier than before. */
  z.object({ kind: z.literal('crons'), deploymentId: z.string() }),
  z.object({ kind: z.literal('begun'), run: runKey }),
  z.object({ kind: z.literal('ended'), run: runKey }),
  z.object({ kind: z.literal('events'), runId: z.string() }),
  /** Requests messages about a run's events. The receiver replies once the receiver stores the run's events. */
  z.object({ kind: z.literal('listen'), to: z.string(), runId: z.string() }),
  z.object({ kind: z.literal('listening'), to: z.string(), runId: z.string() }),
  /**
   * Requests that the receiver aborts runs that the store already marks as stopped. The receiver replies once work on
   * the runs has ended.
   */
  z.object({ kind: z.literal('stop'), to: z.string(), deploymentId: z.string(), runIds }),
  z.object({ kind: z.literal('stopped'), runIds }),
  /**
   * Requests that the receiver stores no more events of runs until `release`, because the runs will be stopped. The
   * receiver replies once the runs are paused.
   */
  z.object({
    kind: z.literal('hold'),
    to: z.string(),
    holdId: z.string(),
    deploymentId: z.string(),
    threadIds: runIds.optional(),
    /** True if the receiver first stores the events that the runs have emitted so far. */
    flush: z.boolean(),
  }),
  z.object({ kind: z.literal('held'), to: z.string(), holdId: z.string(), by: z.string() }),
  z.object({ kind: z.literal('release'), holdId: z.string() }),
]);
export type ReplicaMessage = z.infer<typeof ReplicaMessage>;

const Envelope = z.object({ from: z.string(), notice: ReplicaMessage });

/** Parses a message. Returns `undefined` if another version of the emulator sent the message. */
export function parseReplicaMessage(text: string): z.infer<typeof Envelope> | undefined {
  try {
    return Envelope.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Functions that handle the messages of other replicas, and that tell which changes this replica waits for. */
export interface RunHandlers {
  /** Looks for runs of the deployment, because runs might be pending. */
  wake(deploymentId: string): void;
  cronsChanged(deploymentId: string): void;
  /** Starts to store and report the events of a run. Resolves to false if this replica does not execute the run. */
  addListener(runId: string): Promise<boolean>;
  eventsStored(runId: string): void;
  runBegun(run: RunKey): Promise<void>;
  /** Reports that a run has ended or was deleted. */
  runEnded(run: Pick<RunKey, 'id'> & Partial<RunKey>): Promise<void>;
  /** Stores no more events of these runs until the returned function is called. */
  pause(scope: RunScope, options: { flush: boolean }): Promise<() => void>;
  /** Aborts the given runs if this replica executes them. Resolves once work on the runs has ended. */
  stop(deploymentId: string, runIds: readonly string[]): Promise<void>;
  waitsFor(): {
    /** IDs of runs whose end clients wait for. The value of an ID is true if the run is known to have existed. */
    ends: ReadonlyMap<string, boolean>;
    /** IDs of runs that other replicas execute and whose events clients of this replica read. */
    events: readonly string[];
    /** IDs of threads whose runs this replica's clients read. */
    threads: readonly string[];
    /** Fences of the runs that this replica executes, keyed by run ID. */
    ours: ReadonlyMap<string, number>;
  };
}
