import * as z from 'zod';
import { isSameJson, stringifyExactJson } from '../../contract/exact-json.ts';
import { encodedForms } from '../server/journal-redactor.ts';
import type { LifecycleEvent } from './events.ts';
import { globMatcher } from '../../contract/glob.ts';
import type { JournalEntry, RecordedEntry, Span } from './journal.ts';

/**
 * Expected content of a body: a string that the body's JSON contains, or expected values by path. A dot in a path goes
 * one level down (`\.` is a literal dot, `\*` a literal star), a number is a list index, and `*` is any name or index.
 */
const BodyMatch = z.union([z.string().min(1), z.record(z.string().min(1), z.unknown())]);

type BodyMatch = z.infer<typeof BodyMatch>;

const EntryFields = {
  surface: z.string().optional(),
  method: z.string().optional(),
  /** Glob that the request's path must match. */
  path: z.string().optional(),
  status: z.int().optional(),
  request: BodyMatch.optional(),
  response: BodyMatch.optional(),
};

const EventFields = {
  kind: z.enum(['deployment', 'revision', 'active', 'removed', 'restored']).optional(),
  /** Glob that the deployment's name must match. */
  deployment: z.string().min(1).optional(),
  deployment_id: z.string().optional(),
  revision_id: z.string().nullable().optional(),
  status: z.string().optional(),
};

const nth = z.int().min(1).default(1);

/** Reference for `after` and `before`: the nth match, by default the first. */
const Reference = either(z.strictObject({ ...EntryFields, nth }), z.strictObject({ ...EventFields, nth }));

type Reference = z.infer<typeof Reference>;

const order = { after: Reference.optional(), before: Reference.optional() };

/** Entries or events to count. `after` and `before` restrict which matches are counted. */
const Match = either(
  z.strictObject({ ...EntryFields, ...order }),
  z.strictObject({ ...EventFields, ...order }),
);

type Match = z.infer<typeof Match>;

const Expectation = z
  .strictObject({
    match: Match,
    /** Exact number of expected matches. Without `times`, `at_least` and `at_most`, at least one match is expected. */
    times: z.int().min(0).optional(),
    at_least: z.int().min(0).optional(),
    at_most: z.int().min(0).optional(),
    /** References that all matches must follow or precede. */
    ...order,
  })
  .refine(({ times, after, before }) => times !== 0 || (after === undefined && before === undefined), {
    path: ['times'],
    message: 'an expectation of zero matches has no order: put `after` and `before` inside `match`',
  });

/** Body of POST /_local/journal/verify: required entries and events, their order, and forbidden strings. */
export const VerifyRequest = z.strictObject({
  /** Sequence number of a journal entry, after which entries and events are checked. */
  after: z.int().min(0).default(0),
  expect: z.array(Expectation).default([]),
  /**
   * Strings that must not occur in any entry. A forbidden string also counts as present if it was redacted from a field
   * where no secret is expected.
   */
  never_contains: z.array(z.string().min(1)).default([]),
});

export type VerifyRequest = z.infer<typeof VerifyRequest>;

interface VerifyResult {
  ok: boolean;
  /** Failed expectations, one per line, without the forbidden strings. */
  failures: string[];
}

/** Verifies the recording against the expectations in `request`. */
export function verifyJournal(recorded: Recording, request: VerifyRequest): VerifyResult {
  const failures = unknowable(recorded, request);
  for (const [index, expectation] of request.expect.entries()) {
    failures.push(...evaluate(recorded, expectation).map((problem) => `expect[${index}]${problem}`));
  }
  for (const [index, text] of request.never_contains.entries()) {
    const held = recorded.entries.filter(
      ({ item: what, redacted: hidden }) =>
        holdsText(what, text) || hidden.some((secret) => coincide(secret, text)),
    );
    if (held.length > 0) {
      const where = held.map(({ item: what }) => what.seq).join(', ');
      failures.push(`never_contains[${index}]: found in entries ${where}`);
    }
  }
  return { ok: failures.length === 0, failures };
}

/** Reports the part of the recording that cannot be verified, because its entries or events were discarded. */
function unknowable({ entries, droppedUpTo: forgotten = 0 }: Recording, request: VerifyRequest): string[] {
  const problems: string[] = [];
  if (request.after < forgotten) {
    problems.push(
      `after: the entries up to ${forgotten} were dropped from the journal. Verify a shorter period`,
    );
  }
  const last = entries.findLast(({ bodiesDropped: bare }) => bare === true);
  if (last !== undefined && asksForBodies(request)) {
    problems.push(
      `after: the bodies up to entry ${last.item.seq} were dropped from the journal. Verify a shorter period`,
    );
  }
  return problems;
}

function asksForBodies({ expect, never_contains: never }: VerifyRequest): boolean {
  const references = expect.flatMap(({ match, after, before }) => [
    match,
    match.fields.after,
    match.fields.before,
    after,
    before,
  ]);
  return (
    never.length > 0 ||
    references.some(
      (one) =>
        one?.about === 'entries' && (one.fields.request !== undefined || one.fields.response !== undefined),
    )
  );
}

function evaluate(recorded: Recording, expectation: z.infer<typeof Expectation>): string[] {
  const { match } = expectation;
  const [from, to] = [locate(recorded, match.fields.after), locate(recorded, match.fields.before)];
  const [after, before] = [locate(recorded, expectation.after), locate(recorded, expectation.before)];
  const unfound = Object.entries({
    '.match.after': from,
    '.match.before': to,
    '.after': after,
    '.before': before,
  })
    .filter(([, position]) => position === 'nowhere')
    .map(([name]) => `${name}: no entry matches, so before and after cannot be evaluated`);
  if (unfound.length > 0) return unfound;

  const found = findMatches(recorded, match).filter((one) => isAfter(one, from) && isBefore(one, to));
  const problems = count(found.length, expectation, match.about);
  const stray = (name: string, at: Position, fits: (one: Span<unknown>, position: Position) => boolean) => {
    const wrong = found.filter((one) => !fits(one, at));
    if (wrong.length === 0) return [];
    return [
      `.${name}: ${wrong.map(nameOf).join(', ')} not ${name} ${at && at !== 'nowhere' ? nameOf(at) : ''}`,
    ];
  };
  return [...problems, ...stray('after', after, isAfter), ...stray('before', before, isBefore)];
}

function count(
  found: number,
  { times, at_least: atLeast, at_most: atMost }: z.infer<typeof Expectation>,
  things: string,
): string[] {
  const least = times ?? atLeast ?? (atMost === undefined ? 1 : 0);
  const most = times ?? atMost ?? Number.POSITIVE_INFINITY;
  if (found >= least && found <= most) return [];
  const expected =
    least === most
      ? `exactly ${least}`
      : most === Number.POSITIVE_INFINITY
        ? `at least ${least}`
        : `${least} to ${most}`;
  return [`: ${found} ${things} match, expected ${expected}`];
}

/** Span that a reference matches, `nowhere` if no span matches, or `undefined` if the request has no reference. */
type Position = AnySpan | 'nowhere' | undefined;

function locate(recorded: Recording, reference: Reference | undefined): Position {
  if (reference === undefined) return undefined;
  return findMatches(recorded, reference)[reference.fields.nth - 1] ?? 'nowhere';
}

/**
 * Returns whether a span is completely after a position. A span that overlaps a position is neither before nor after
 * the position.
 */
function isAfter(one: Span<unknown>, position: Position): boolean {
  return position === undefined || (position !== 'nowhere' && one.began > position.ended);
}

function isBefore(one: Span<unknown>, position: Position): boolean {
  return position === undefined || (position !== 'nowhere' && one.ended < position.began);
}

function nameOf({ item: what }: AnySpan): string {
  return 'kind' in what ? `event ${what.seq}` : `entry ${what.seq}`;
}

/** Returns whether a redacted secret contains `text`, unchanged or escaped for a URL or JSON. */
function coincide(secret: string, text: string): boolean {
  return encodedForms(text).some((form) => secret.includes(form));
}

/** Recorded exchanges and events, each oldest first. */
export interface Recording {
  entries: readonly RecordedEntry[];
  events: readonly Span<LifecycleEvent>[];
  /** Sequence number up to which journal entries or events were discarded, or absent if none were discarded. */
  droppedUpTo?: number;
}

type AnySpan = Span<JournalEntry | LifecycleEvent>;

/** Returns the matching entries or events, in order. */
function findMatches(recorded: Recording, match: Match | Reference): AnySpan[] {
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

/**
 * Creates a schema for a match of either entries or events. Error messages refer to the kind that the client intended.
 */
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

/**
 * Returns the kind of match that the client intended, according to the field names. A status that is a string, such as
 * `DEPLOYED`, means an event.
 */
function subjectOf(given: unknown): 'entries' | 'events' {
  if (typeof given !== 'object' || given === null) return 'entries';
  const names = Object.keys(given).filter((name) => name !== 'status');
  if (names.some((name) => name in EntryFields)) return 'entries';
  const inWords = typeof Reflect.get(given, 'status') === 'string';
  return inWords || names.some((name) => name in EventFields) ? 'events' : 'entries';
}

/** Returns whether a body in the journal contains the expected value. */
export function bodyMatches(match: BodyMatch, body: unknown): boolean {
  if (typeof match === 'string') return holdsText(body, match);
  return Object.entries(match).every(([path, expected]) =>
    valuesAt(body, steps(path)).some((value) => isSameJson(value, expected)),
  );
}

/** Returns whether the JSON of a value contains `text`. */
function holdsText(value: unknown, text: string): boolean {
  return (stringifyExactJson(value) ?? '').includes(JSON.stringify(text).slice(1, -1));
}

const ANY = Symbol('any name or place');

/** Splits a path into its steps: `a.b\.c.*` → `a`, `b.c`, any. */
function steps(path: string): (string | typeof ANY)[] {
  return (path.match(/(?:\\.|[^.\\])+|\\$/gs) ?? []).map((step) =>
    step === '*' ? ANY : step.replaceAll(/\\(.)/gs, '$1'),
  );
}

function valuesAt(value: unknown, path: readonly (string | typeof ANY)[]): unknown[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (step === ANY) return Object.values(value).flatMap((inner) => valuesAt(inner, rest));
  return Object.hasOwn(value, step) ? valuesAt(Reflect.get(value, step), rest) : [];
}
