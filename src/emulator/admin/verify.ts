import * as z from 'zod';
import { holdsText } from './body-match.ts';
import { type AnySpan, Match, findMatches, type Recording, Reference } from './match.ts';
import type { Span } from './moments.ts';
import { encodedForms } from '../server/wire-forms.ts';

const order = { after: Reference.optional(), before: Reference.optional() };

const Expectation = z
  .strictObject({
    match: Match,
    /** Exactly so many; or `at_least` and `at_most`. None of the three: at least one. */
    times: z.int().min(0).optional(),
    at_least: z.int().min(0).optional(),
    at_most: z.int().min(0).optional(),
    /** Where all that match must stand. */
    ...order,
  })
  .refine(({ times, after, before }) => times !== 0 || (after === undefined && before === undefined), {
    path: ['times'],
    message: 'what does not happen has no order: put after and before into match',
  });

/** Body of POST /_local/journal/verify: what the journal must and must not hold, and in which order. */
export const VerifyRequest = z.strictObject({
  /** Only entries after this number are looked at, and events since. */
  after: z.int().min(0).default(0),
  expect: z.array(Expectation).default([]),
  /** Text that must stand in no entry, nor be hidden in one where no secret belongs. */
  never_contains: z.array(z.string().min(1)).default([]),
});
export type VerifyRequest = z.infer<typeof VerifyRequest>;

export interface VerifyResult {
  ok: boolean;
  /** One line for each expectation that does not hold. Names positions, never the text that must not be there. */
  failures: string[];
}

/** Judges what was recorded. */
export function verifyJournal(recorded: Recording, request: VerifyRequest): VerifyResult {
  const failures = unknowable(recorded, request);
  for (const [index, expectation] of request.expect.entries()) {
    failures.push(...judge(recorded, expectation).map((problem) => `expect[${index}]${problem}`));
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

/** What cannot be judged, because it is no longer there. */
function unknowable({ entries, droppedUpTo: forgotten = 0 }: Recording, request: VerifyRequest): string[] {
  const problems: string[] = [];
  if (request.after < forgotten) {
    problems.push(
      `after: what was recorded up to entry ${forgotten} is forgotten; verify in shorter stretches`,
    );
  }
  const last = entries.findLast(({ bodiesDropped: bare }) => bare === true);
  if (last !== undefined && asksForBodies(request)) {
    problems.push(
      `after: bodies up to entry ${last.item.seq} were too many to keep; verify in shorter stretches`,
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

function judge(recorded: Recording, expectation: z.infer<typeof Expectation>): string[] {
  const { match } = expectation;
  const [from, to] = [locate(recorded, match.fields.after), locate(recorded, match.fields.before)];
  const [after, before] = [locate(recorded, expectation.after), locate(recorded, expectation.before)];
  const unfound = Object.entries({
    '.match.after': from,
    '.match.before': to,
    '.after': after,
    '.before': before,
  })
    .filter(([, place]) => place === 'nowhere')
    .map(([name]) => `${name}: nothing recorded matches it, so there is no before and after`);
  if (unfound.length > 0) return unfound;

  const found = findMatches(recorded, match).filter((one) => isAfter(one, from) && isBefore(one, to));
  const problems = count(found.length, expectation, match.about);
  const stray = (name: string, at: Place, fits: (one: Span<unknown>, place: Place) => boolean) => {
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
  const wanted =
    least === most
      ? `exactly ${least}`
      : most === Number.POSITIVE_INFINITY
        ? `at least ${least}`
        : `${least} to ${most}`;
  return [`: ${found} ${things} match, wanted ${wanted}`];
}

/** Where a reference stands; `undefined`: none was given. */
type Place = AnySpan | 'nowhere' | undefined;

function locate(recorded: Recording, reference: Reference | undefined): Place {
  if (reference === undefined) return undefined;
  return findMatches(recorded, reference)[reference.fields.nth - 1] ?? 'nowhere';
}

/** Wholly after: what overlaps is neither before nor after. */
function isAfter(one: Span<unknown>, place: Place): boolean {
  return place === undefined || (place !== 'nowhere' && one.began > place.ended);
}
function isBefore(one: Span<unknown>, place: Place): boolean {
  return place === undefined || (place !== 'nowhere' && one.ended < place.began);
}

function nameOf({ item: what }: AnySpan): string {
  return 'kind' in what ? `event ${what.seq}` : `entry ${what.seq}`;
}

/** Whether what was hidden is, or holds, the text; a secret may have stood there as a URL or as JSON writes it. */
function coincide(secret: string, text: string): boolean {
  return encodedForms(text).some((form) => secret.includes(form));
}
