import * as z from 'zod';

const JournalPage = z.object({
  entries: z.array(
    z.looseObject({
      seq: z.number(),
      surface: z.string(),
      method: z.string(),
      path: z.string(),
      status: z.number().nullable(),
      request: z.unknown(),
      response: z.unknown(),
    }),
  ),
  next: z.number().nullish(),
});
export type JournalEntry = z.infer<typeof JournalPage>['entries'][number];

const EventPage = z.object({
  events: z.array(
    z.looseObject({
      seq: z.number(),
      at: z.string(),
      /** Number of the newest journal entry when the event happened. */
      journal: z.number(),
      kind: z.string(),
      deployment: z.string().optional(),
      deployment_id: z.string().optional(),
      revision_id: z.string().nullish(),
      status: z.string().optional(),
      was: z.string().nullish(),
    }),
  ),
  next: z.number(),
});
/** A change of a deployment or a revision. */
type LifecycleEvent = z.infer<typeof EventPage>['events'][number];

const FaultsShown = z.object({
  seed: z.number(),
  rules: z.array(z.looseObject({ matched: z.number(), hit: z.number() })),
});
const Verdict = z.object({ ok: z.boolean(), failures: z.array(z.string()) });
const Snapshot = z.looseObject({ snapshot: z.literal(1), workspace_id: z.string() });
/** Complete content of a store. */
type Snapshot = z.infer<typeof Snapshot>;
const Restored = z.object({
  workspace_id: z.string(),
  left_out: z.array(z.object({ place: z.string(), reason: z.string() })),
});

/** Client of the emulator's controls over HTTP (docs/local-controls.md), including its clock. */
export interface AdminClient {
  /** Returns the journal entries with greater numbers than `after`, oldest first, or all entries without `after`. */
  journal(after?: number): Promise<JournalEntry[]>;
  /** Returns the number of the newest journal entry, or 0 if the journal is empty. */
  journalMark(): Promise<number>;
  /** Returns the events with greater numbers than `after`, oldest first, or all events without `after`. */
  events(after?: number): Promise<LifecycleEvent[]>;
  /** Returns the current fault rules with their counters of matched and affected requests. */
  faults(): Promise<z.infer<typeof FaultsShown>>;
  /** Returns the problems that POST /_local/journal/verify finds in the journal. */
  verify(request: Record<string, unknown>): Promise<string[]>;
  snapshot(): Promise<Snapshot>;
  /** Restores a snapshot, and returns the parts that were left out. The options must permit leaving out parts. */
  restore(
    snapshot: Snapshot,
    options?: { leaveOutUnreadable?: boolean },
  ): Promise<z.infer<typeof Restored>['left_out']>;
}

/**
 * Creates the client, whose requests to `/_local` are sent with `local`. After a restore, `restored` is called with
 * the ID of the key's workspace.
 */
export function createAdminClient(
  local: (method: string, name: string, body?: unknown) => Promise<unknown>,
  restored: (workspaceId: string) => void,
): AdminClient {
  const journal = async (after?: number): Promise<JournalEntry[]> => {
    const entries: JournalEntry[] = [];
    let from = after;
    for (;;) {
      const page = JournalPage.parse(
        await local('GET', `journal${from === undefined ? '' : `?after=${from}`}`),
      );
      entries.push(...page.entries);
      const last = page.entries.at(-1)?.seq;
      if (last === undefined || page.next === null || page.next === undefined || page.next === from)
        return entries;
      from = page.next;
    }
  };
  return {
    journal,
    journalMark: async () => (await journal()).at(-1)?.seq ?? 0,
    async events(after = 0) {
      const events: LifecycleEvent[] = [];
      for (let from = after; ; ) {
        const page = EventPage.parse(await local('GET', `events?after=${from}`));
        events.push(...page.events);
        if (page.next === from) return events;
        from = page.next;
      }
    },
    faults: async () => FaultsShown.parse(await local('GET', 'faults')),
    verify: async (request) => Verdict.parse(await local('POST', 'journal/verify', request)).failures,
    snapshot: async () => Snapshot.parse(await local('GET', 'snapshot')),
    async restore(snapshot, { leaveOutUnreadable = false } = {}) {
      const name = leaveOutUnreadable ? 'snapshot?leave_out_unreadable=true' : 'snapshot';
      const answer = Restored.parse(await local('PUT', name, snapshot));
      restored(answer.workspace_id);
      return answer.left_out;
    },
  };
}
