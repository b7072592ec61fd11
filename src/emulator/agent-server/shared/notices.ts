import * as z from 'zod';

const RunKey = z.object({ deploymentId: z.string(), threadId: z.string(), id: z.string() });
const runIds = z.array(z.string());

/** What replicas notify each other of. `to`: whom it concerns alone. */
export const RunNotice = z.discriminatedUnion('kind', [
  /** There are runs to claim. */
  z.object({ kind: z.literal('pending'), deploymentId: z.string() }),
  /** A cron was created or changed: it may be due earlier than before. */
  z.object({ kind: z.literal('crons'), deploymentId: z.string() }),
  z.object({ kind: z.literal('begun'), run: RunKey }),
  z.object({ kind: z.literal('ended'), run: RunKey }),
  /** Events of a run were stored. */
  z.object({ kind: z.literal('events'), runId: z.string() }),
  /** Asks for notices of the events of a run, and that there are any. The answer: they are stored from now on. */
  z.object({ kind: z.literal('listen'), to: z.string(), runId: z.string() }),
  z.object({ kind: z.literal('listening'), to: z.string(), runId: z.string() }),
  /** These runs were stopped in the store: the work on them is to end. The answer: it has. */
  z.object({ kind: z.literal('stop'), to: z.string(), deploymentId: z.string(), runIds }),
  z.object({ kind: z.literal('stopped'), runIds }),
  /** Runs are about to be stopped: until `release` nothing more of their events is stored. The answer: from now on. */
  z.object({
    kind: z.literal('hold'),
    to: z.string(),
    holdId: z.string(),
    deploymentId: z.string(),
    threadIds: runIds.optional(),
    /** What they have written so far is stored first. */
    flush: z.boolean(),
  }),
  z.object({ kind: z.literal('held'), to: z.string(), holdId: z.string(), by: z.string() }),
  z.object({ kind: z.literal('release'), holdId: z.string() }),
]);
export type RunNotice = z.infer<typeof RunNotice>;

const Envelope = z.object({ from: z.string(), notice: RunNotice });

/** Undefined: another version of this program sent it. */
export function parseNotice(text: string): z.infer<typeof Envelope> | undefined {
  try {
    return Envelope.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
