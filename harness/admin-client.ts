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
      /** The newest journal entry at that moment. */
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
/** Something that became true of a deployment or a revision. */
type LifecycleEvent = z.infer<typeof EventPage>['events'][number];

const FaultsShown = z.object({
  seed: z.number(),
  rules: z.array(z.looseObject({ matched: z.number(), hit: z.number() })),
});
const Verdict = z.object({ ok: z.boolean(), failures: z.array(z.string()) });
const Snapshot = z.looseObject({ snapshot: z.literal(1), workspace_id: z.string() });
/** Everything an emulator's store holds. */
type Snapshot = z.infer<typeof Snapshot>;
const Restored = z.object({
  workspace_id: z.string(),
  left_out: z.array(z.object({ place: z.string(), reason: z.string() })),
});

/** The emulator's own controls over HTTP (docs/local-controls.md), beside the clock's. */
export interface AdminClient {
  /** Journal entries after `seq` (default: all), oldest first. */
  journal(after?: number): Promise<JournalEntry[]>;
  /** The newest journal entry's number; 0 when there is none. */
  journalMark(): Promise<number>;
  /** Events after `seq` (default: all), oldest first. */
  events(after?: number): Promise<LifecycleEvent[]>;
  /** The fault rules in force, with how often each matched and hit. */
  faults(): Promise<z.infer<typeof FaultsShown>>;
  /** What is wrong with the journal, by a request of POST /_local/journal/verify; empty when nothing is. */
  verify(request: Record<string, unknown>): Promise<string[]>;
  snapshot(): Promise<Snapshot>;
  /** Puts back a snapshot; gives what was left out, which is nothing unless it was allowed. */
  restore(
    snapshot: Snapshot,
    options?: { leaveOutUnreadable?: boolean },
  ): Promise<z.infer<typeof Restored>['left_out']>;
}

/** Over one request to `/_local`; `restored` gets the workspace that the key opens from then on. */
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
