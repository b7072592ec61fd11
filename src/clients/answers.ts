import type * as z from 'zod';
import { toDotPath } from 'zod/v4/core';
import type { Answer } from './transport.ts';

/** Maximum number of pages. A server that returns more is refused. */
const MAX_PAGES = 1000;

interface Page<T> {
  items: readonly T[];
  /** Creates the error for an unusable list. */
  refuse: (what: string) => Error;
}

/**
 * Maximum number of times a list is read from its beginning without new entries. An entry created during the reading
 * moves others to the next page, which then repeats them; a server that echoes pages does so every time. If several
 * deployments are created at once, each reading may show another new one.
 */
const PASSES = 3;

/**
 * Returns every entry of a list once, over all pages. The offset of the next page is counted here, because a response
 * may contain a wrong one. Only an empty page is the end, because a service may return fewer entries than requested.
 * A page with only repeated entries means that entries may be missing, so the list is read again. Throws the result
 * of `refuse` if the end is unknown, unless `enough` was reached before.
 */
export async function* readAllPages<T>(
  fetchPage: (offset: number) => Promise<Page<T>>,
  idOf: (item: T) => string,
  enough: () => boolean = () => false,
): AsyncGenerator<T[]> {
  const yielded = new Set<string>();
  for (let pass = 1, pages = 0; ; ) {
    const before = yielded.size;
    // Counts distinct entries, because a repeated entry must not make the offset skip another one.
    const seen = new Set<string>();
    for (let isMore = true; isMore; ) {
      const offset = seen.size;
      const { items, refuse } = await fetchPage(offset);
      if (items.length === 0) return;
      for (const item of items) seen.add(idOf(item));
      isMore = seen.size > offset;
      const fresh = items.filter((item) => !yielded.has(idOf(item)));
      for (const item of fresh) yielded.add(idOf(item));
      if (fresh.length > 0) yield fresh;
      if (!isMore && enough()) return;
      if (!isMore && pass >= PASSES && yielded.size === before) {
        throw refuse(
          `a list whose page from offset ${offset} on repeats earlier items, so it may be incomplete`,
        );
      }
      pages += 1;
      if (pages >= MAX_PAGES) {
        throw refuse(`a list that has not ended after ${MAX_PAGES} pages, so it may be incomplete`);
      }
    }
    if (pass === 1 || yielded.size === before) pass += 1;
  }
}

/** The identity in a response and in the request: IDs or names. `undefined` if one of them has none. */
interface AnswerIdentity {
  what: string;
  /** True for names, which are case-sensitive. IDs are compared regardless of case, like UUIDs. */
  exact?: true;
  requested: string | null | undefined;
  answered: string | null | undefined;
}

/**
 * Refuses a response about another object than the request: a read as malformed, a write as ambiguous, so that the
 * caller looks before doing anything else.
 */
export function assertSame(answer: Answer, ...identities: readonly AnswerIdentity[]): void {
  for (const { what, exact, requested: asked, answered } of identities) {
    if (!asked || !answered || asked === answered) continue;
    if (exact !== true && asked.toLowerCase() === answered.toLowerCase()) continue;
    throw answer.unusable(`${answer.status} with another ${what} than requested`);
  }
}

/** Remembers the name of each ID. Names never change, so a response with a different name is refused. */
export function createNameRegistry(
  what: string,
): (answer: Answer, item: { id?: string | null | undefined; name: string }) => void {
  const names = new Map<string, string>();
  return (answer, { id, name }) => {
    if (!id) return;
    const known = names.get(id.toLowerCase());
    if (known !== undefined && known !== name) {
      throw answer.unusable(`${answer.status} with another name for a ${what} than in an earlier response`);
    }
    names.set(id.toLowerCase(), name);
  };
}

/** Parses a response. Errors name the invalid field, never its value. */
export function parseAnswer<T extends z.ZodType>(schema: T, answer: Answer): z.infer<T> {
  const parsed = schema.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue && issue.path.length > 0 ? `at ${toDotPath(issue.path)}` : 'as a whole';
  throw answer.unusable(`${answer.status} with an unexpected body (${where})`);
}
