import * as z from 'zod';
import { BodyMatch, bodyMatches } from './body-match.ts';
import type { LifecycleEvent } from './events.ts';
import { globMatcher } from './glob.ts';
import type { JournalEntry } from './journal.ts';
import type { Span } from './moments.ts';

const EntryFields = {
  surface: z.string().optional(),
  method: z.string().optional(),
  /** Glob over the path. */
  path: z.string().optional(),
  status: z.int().optional(),
  request: BodyMatch.optional(),
  response: BodyMatch.optional(),
};
const EventFields = {
  kind: z.enum(['deployment', 'revision', 'active', 'removed', 'restored']).optional(),
  /** Glob over the deployment's name. */
  deployment: z.string().min(1).optional(),
  deployment_id: z.string().optional(),
  revision_id: z.string().nullable().optional(),
  status: z.string().optional(),
};

const nth = z.int().min(1).default(1);
/** Something that happened, to be before or after: the first that matches, or the `nth`. */
export const Reference = either(
  z.strictObject({ ...EntryFields, nth }),
  z.strictObject({ ...EventFields, nth }),
);
export type Reference = z.infer<typeof Reference>;
const order = { after: Reference.optional(), before: Reference.optional() };

/** What is counted. `after` and `before` in it narrow down which ones count. */
export const Match = either(
  z.strictObject({ ...EntryFields, ...order }),
  z.strictObject({ ...EventFields, ...order }),
);
export type Match = z.infer<typeof Match>;

/** What was recorded: exchanges and events, each in their order. */
export interface Recording {
  entries: readonly RecordedEntry[];
  events: readonly Span<LifecycleEvent>[];
  /** Up to this entry's number some are forgotten, or events are. Default: none. */
  droppedUpTo?: number;
}
export interface RecordedEntry extends Span<JournalEntry> {
  /** Its bodies were too many to keep: what stood in them is no longer known. */
  bodiesDropped?: boolean;
  /** Secrets that were hidden in it by their text: they stood where no secret belongs. */
  redacted: readonly string[];
}
export type AnySpan = Span<JournalEntry | LifecycleEvent>;

/** Those that fit, in their order. */
export function findMatches(recorded: Recording, match: Match | Reference): AnySpan[] {
  if (match.about === 'entries') {
    const fits = entryMatcher(match.fields);
    return recorded.entries.filter(({ item: what }) => fits(what));
  }
  const fits = eventMatcher(match.fields);
  return recorded.events.filter(({ item: what }) => fits(what));
}

type EntryMatch = z.infer<z.ZodObject<typeof EntryFields>>;
type EventMatch = z.infer<z.ZodObject<typeof EventFields>>;

function entryMatcher(match: EntryMatch): (entry: JournalEntry) => boolean {
  const path = match.path === undefined ? () => true : globMatcher(match.path);
  const method = match.method?.toUpperCase();
  return (entry) =>
    (match.surface === undefined || match.surface === entry.surface) &&
    (method === undefined || method === entry.method) &&
    (match.status === undefined || match.status === entry.status) &&
    path(entry.path) &&
    (match.request === undefined || bodyMatches(match.request, entry.request)) &&
    (match.response === undefined || bodyMatches(match.response, entry.response));
}

function eventMatcher(match: EventMatch): (event: LifecycleEvent) => boolean {
  const deployment = match.deployment === undefined ? undefined : globMatcher(match.deployment);
  return (event) => {
    const of = 'deployment' in event ? event : undefined;
    return (
      (match.kind === undefined || match.kind === event.kind) &&
      (deployment === undefined || (of !== undefined && deployment(of.deployment))) &&
      (match.deployment_id === undefined || match.deployment_id === of?.deployment_id) &&
      (match.revision_id === undefined ||
        ('revision_id' in event && match.revision_id === event.revision_id)) &&
      (match.status === undefined || ('status' in event && match.status === event.status))
    );
  };
}

type About<A, B> = { about: 'entries'; fields: A } | { about: 'events'; fields: B };

/** Reads what is said about entries or about events, so that what is wrong is told of the one that was meant. */
function either<A extends z.ZodType, B extends z.ZodType>(entry: A, event: B) {
  return z.unknown().transform((given, context): About<z.infer<A>, z.infer<B>> => {
    const about = subjectOf(given);
    const result = (about === 'events' ? event : entry).safeParse(given);
    if (!result.success) {
      for (const { path, message } of result.error.issues) {
        context.addIssue({ code: 'custom', path, message, input: given });
      }
      return z.NEVER;
    }
    return about === 'events'
      ? { about, fields: result.data as z.infer<B> }
      : { about, fields: result.data as z.infer<A> };
  });
}

/** Events have names of their own, and statuses in words. */
function subjectOf(given: unknown): 'entries' | 'events' {
  if (typeof given !== 'object' || given === null) return 'entries';
  const names = Object.keys(given).filter((name) => name !== 'status');
  if (names.some((name) => name in EntryFields)) return 'entries';
  const inWords = typeof Reflect.get(given, 'status') === 'string';
  return inWords || names.some((name) => name in EventFields) ? 'events' : 'entries';
}
