import * as z from 'zod';
import { globMatcher } from './glob.ts';
import type { JournalEntry } from './journal.ts';

const Expectation = z.strictObject({
  match: z.strictObject({
    surface: z.string().optional(),
    method: z.string().optional(),
    /** Glob over the path. */
    path: z.string().optional(),
    status: z.int().optional(),
  }),
  /** Exactly so many; or `at_least` and `at_most`. None of the three: at least one. */
  times: z.int().min(0).optional(),
  at_least: z.int().min(0).optional(),
  at_most: z.int().min(0).optional(),
});

/** Body of POST /_local/journal/verify: what the journal must and must not hold. */
export const VerifyRequest = z.strictObject({
  /** Only entries after this number are looked at. */
  after: z.int().min(0).default(0),
  expect: z.array(Expectation).default([]),
  /** Text that must stand in no entry. */
  never_contains: z.array(z.string().min(1)).default([]),
});
export type VerifyRequest = z.infer<typeof VerifyRequest>;

export interface Verdict {
  ok: boolean;
  /** One line for each expectation that does not hold. Names positions, never the text that must not be there. */
  failures: string[];
}

/** Judges the entries. */
export function verifyJournal(entries: readonly JournalEntry[], request: VerifyRequest): Verdict {
  const failures = request.expect.flatMap((expectation, index) => {
    const found = entries.filter(matcher(expectation.match)).length;
    const least = expectation.times ?? expectation.at_least ?? (expectation.at_most === undefined ? 1 : 0);
    const most = expectation.times ?? expectation.at_most ?? Number.POSITIVE_INFINITY;
    if (found >= least && found <= most) return [];
    const wanted =
      least === most
        ? `exactly ${least}`
        : most === Number.POSITIVE_INFINITY
          ? `at least ${least}`
          : `${least} to ${most}`;
    return [`expect[${index}]: ${found} entries match, wanted ${wanted}`];
  });
  for (const [index, text] of request.never_contains.entries()) {
    const held = entries.filter((entry) => JSON.stringify(entry).includes(JSON.stringify(text).slice(1, -1)));
    if (held.length > 0) {
      failures.push(`never_contains[${index}]: found in entries ${held.map(({ seq }) => seq).join(', ')}`);
    }
  }
  return { ok: failures.length === 0, failures };
}

function matcher(match: VerifyRequest['expect'][number]['match']): (entry: JournalEntry) => boolean {
  const path = match.path === undefined ? () => true : globMatcher(match.path);
  const method = match.method?.toUpperCase();
  return (entry) =>
    (match.surface === undefined || match.surface === entry.surface) &&
    (method === undefined || method === entry.method) &&
    (match.status === undefined || match.status === entry.status) &&
    path(entry.path);
}
