import { glob } from './faults.ts';

/** One request as the double saw it. */
export interface JournalEntry {
  /** Counts from 1. */
  seq: number;
  /** Milliseconds since 1970, by the double's clock. */
  at: number;
  method: string;
  /** Without the prefix and the query. */
  path: string;
  /** As it came, without `?`. */
  query: string;
  /** The operation, `POST /repos/{owner}/{repo}/deployments`; `null`: none that the double serves. */
  operation: string | null;
  /** `null`: the connection was cut instead. */
  status: number | null;
  /** Who asked: a login, `anonymous`, or `unknown token`. Never the token. */
  by: string;
  /** The parsed body, tokens taken out. */
  request: unknown;
  response: unknown;
  /** A fault rule had its way. */
  fault: boolean;
}

export interface CallMatch {
  method?: string;
  /** Glob over the path: `*` within one segment, `**` over any number of them. */
  path?: string;
  status?: number | null;
  by?: string;
}

export interface Expectation {
  match: CallMatch;
  /** Exactly so many; or `at_least` and `at_most`. None of the three: at least one. */
  times?: number;
  at_least?: number;
  at_most?: number;
}

export interface Verdict {
  ok: boolean;
  /** One line for each expectation that does not hold. Never the text that must not be there. */
  failures: string[];
}

export interface Journal {
  entries(): readonly JournalEntry[];
  /** Matching entries, oldest first; `after` leaves out those up to that number. */
  calls(match?: CallMatch, after?: number): JournalEntry[];
  /** The newest entry's number; 0 when there is none. */
  mark(): number;
  /** What the journal must and must not hold. */
  verify(request: {
    expect?: readonly Expectation[];
    never_contains?: readonly string[];
    after?: number;
  }): Verdict;
  /** Operations and how often each was asked for, in the order of their first time. */
  summary(after?: number): { operation: string; count: number; statuses: (number | null)[] }[];
  record(entry: Omit<JournalEntry, 'seq'>): void;
  clear(): void;
}

export function createJournal(): Journal {
  let entries: JournalEntry[] = [];
  let seq = 0;
  const calls = (match: CallMatch = {}, after = 0): JournalEntry[] => {
    const path = match.path === undefined ? () => true : glob(match.path);
    return entries.filter(
      (entry) =>
        entry.seq > after &&
        (match.method === undefined || match.method.toUpperCase() === entry.method) &&
        (match.status === undefined || match.status === entry.status) &&
        (match.by === undefined || match.by === entry.by) &&
        path(entry.path),
    );
  };
  return {
    entries: () => entries,
    calls,
    mark: () => entries.at(-1)?.seq ?? 0,
    verify({ expect = [], never_contains: never = [], after = 0 }) {
      const failures = expect.flatMap((expectation, index) => {
        const found = calls(expectation.match, after).length;
        const least =
          expectation.times ?? expectation.at_least ?? (expectation.at_most === undefined ? 1 : 0);
        const most = expectation.times ?? expectation.at_most ?? Number.POSITIVE_INFINITY;
        if (found >= least && found <= most) return [];
        const wanted =
          least === most
            ? `exactly ${least}`
            : most === Infinity
              ? `at least ${least}`
              : `${least} to ${most}`;
        return [
          `expect[${index}]: ${found} calls match ${JSON.stringify(expectation.match)}, wanted ${wanted}`,
        ];
      });
      for (const [index, text] of never.entries()) {
        const held = calls({}, after).filter((entry) => holds(entry, text));
        if (held.length > 0) {
          failures.push(
            `never_contains[${index}]: found in calls ${held.map((entry) => entry.seq).join(', ')}`,
          );
        }
      }
      return { ok: failures.length === 0, failures };
    },
    summary(after = 0) {
      const found = new Map<string, { operation: string; count: number; statuses: (number | null)[] }>();
      for (const entry of calls({}, after)) {
        const operation = entry.operation ?? `${entry.method} ${entry.path}`;
        const line = found.get(operation) ?? { operation, count: 0, statuses: [] };
        line.count += 1;
        if (!line.statuses.includes(entry.status)) line.statuses.push(entry.status);
        found.set(operation, line);
      }
      return [...found.values()];
    },
    record(entry) {
      seq += 1;
      entries.push({ seq, ...entry });
    },
    clear() {
      entries = [];
    },
  };
}

/** Text in any value of an entry, however JSON would have written it. */
function holds(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  if (typeof value !== 'object' || value === null) return String(value).includes(text);
  return Object.entries(value).some(([key, item]) => key.includes(text) || holds(item, text));
}
