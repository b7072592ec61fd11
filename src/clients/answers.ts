import type * as z from 'zod';
import { toDotPath } from 'zod/v4/core';
import type { Answer } from './transport.ts';

/** Maximum number of pages of a list. A longer list is refused. */
const MAX_PAGES = 1000;

interface Page<T> {
  items: readonly T[];
  /** Creates the error for a list that cannot be read completely. */
  refuse: (what: string) => Error;
}

/**
 * Number of passes over a list after which reading fails if the last pass found no new entry. Passes are repeated,
 * because an entry that is created between two requests shifts the pages. The number is limited, because a server that
 * ignores the offset always returns the same page.
 */
const PASSES = 3;

/**
 * Yields every entry of all pages of a list exactly once. Computes the offset of each page, because a response can
 * contain a wrong offset. Only an empty page ends the list, because a service can return fewer entries than requested.
 * Reads the list again after a page with only repeated entries, because entries might be missing. Throws the result of
 * `refuse` if the end of the list remains unknown, unless `enough` returned true.
 */
export async function* readAllPages<T>(
  fetchPage: (offset: number) => Promise<Page<T>>,
  idOf: (item: T) => string,
  enough: () => boolean = () => false,
): AsyncGenerator<T[]> {
  const yielded = new Set<string>();
  for (let pass = 1, pages = 0; ; ) {
    const before = yielded.size;
    // The offset is the number of distinct entries, because counting repeated entries would skip other entries.
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
          `a list whose page at offset ${offset} repeats earlier items, so the list may be incomplete`,
        );
      }
      pages += 1;
      if (pages >= MAX_PAGES) {
        throw refuse(`a list that has not ended after ${MAX_PAGES} pages, so the list may be incomplete`);
      }
    }
    if (pass === 1 || yielded.size === before) pass += 1;
  }
}

/** ID or name in a request and in the response, each `undefined` if absent. */
interface AnswerIdentity {
  what: string;
  /** True to compare with letter case, as for names. UUIDs are compared without letter case. */
  exact?: true;
  requested: string | null | undefined;
  answered: string | null | undefined;
}

/**
 * Throws if the ID or name in a response differs from the ID or name in the request. The kind of the error is
 * `malformed` for a read, and `ambiguous` for a write, so the caller reads the current state before it continues.
 */
export function assertSame(answer: Answer, ...identities: readonly AnswerIdentity[]): void {
  for (const { what, exact, requested: asked, answered } of identities) {
    if (!asked || !answered || asked === answered) continue;
    if (exact !== true && asked.toLowerCase() === answered.toLowerCase()) continue;
    throw answer.unusable(`${answer.status} with another ${what} than requested`);
  }
}

/**
 * Creates a function that stores the name of each ID, and throws if a later response contains another name for an ID,
 * because names never change.
 */
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

/** Parses the body of a response. Errors contain the path of the invalid field, but not its value. */
export function parseAnswer<T extends z.ZodType>(schema: T, answer: Answer): z.infer<T> {
  const parsed = schema.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue && issue.path.length > 0 ? `at ${toDotPath(issue.path)}` : 'as a whole';
  throw answer.unusable(`${answer.status} with an unexpected body (${where})`);
}
