import type * as z from 'zod';
import { toDotPath } from 'zod/v4/core';
import type { Answer } from './transport.ts';

/** No list is that long: a server that pages endlessly is refused here. */
const MAX_PAGES = 1000;

interface Page<T> {
  items: readonly T[];
  /** The error of an unusable list. */
  refuse: (what: string) => Error;
}

/**
 * How often a list is read from its beginning without showing anything new. An entry created while the list is read pushes
 * others onto the next page, which then repeats them; a server that echoes does so each time. Where several deployments
 * are created at once, each reading shows another new one.
 */
const PASSES = 3;

/**
 * Every page of a list, each entry once. The offset of the next page is counted here: a response may name another one,
 * echo ours, or go back. Only an empty page is the end, since a service may return fewer entries at once than
 * requested; a page of repeated entries is none, and leaves the rest open: the list is then read again. Throws what
 * `refuse` makes if the end is unknown, unless what is `enough` came before that.
 */
export async function* readAllPages<T>(
  fetchPage: (offset: number) => Promise<Page<T>>,
  idOf: (item: T) => string,
  enough: () => boolean = () => false,
): AsyncGenerator<T[]> {
  const yielded = new Set<string>();
  for (let pass = 1, pages = 0; ; ) {
    const before = yielded.size;
    // A repeated entry must not push another one over the edge, so distinct ones are counted.
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
          `a list whose page from ${offset} on repeats earlier ones: whether it is complete cannot be known`,
        );
      }
      pages += 1;
      if (pages >= MAX_PAGES) {
        throw refuse(
          `a list that has not ended after ${MAX_PAGES} pages: whether it is complete cannot be known`,
        );
      }
    }
    if (pass === 1 || yielded.size === before) pass += 1;
  }
}

/** A response's identity beside the request's: IDs and names alike. Undefined: one of them has none. */
interface AnswerIdentity {
  what: string;
  /** A case-sensitive name; IDs are compared case-insensitively, as UUIDs are. */
  exact?: true;
  requested: string | null | undefined;
  answered: string | null | undefined;
}

/**
 * Refuses a response about something else than the request: a read as malformed, a write as ambiguous, so that its
 * caller looks before it does anything else.
 */
export function assertSame(answer: Answer, ...identities: readonly AnswerIdentity[]): void {
  for (const { what, exact, requested: asked, answered } of identities) {
    if (!asked || !answered || asked === answered) continue;
    if (exact !== true && asked.toLowerCase() === answered.toLowerCase()) continue;
    throw answer.unusable(`${answer.status} that is about another ${what} than requested`);
  }
}

/** Remembers each ID's name: names never change, so a response with another one is refused. */
export function createNameRegistry(
  what: string,
): (answer: Answer, item: { id?: string | null | undefined; name: string }) => void {
  const names = new Map<string, string>();
  return (answer, { id, name }) => {
    if (!id) return;
    const known = names.get(id.toLowerCase());
    if (known !== undefined && known !== name) {
      throw answer.unusable(`${answer.status} that gives a ${what} another name than an earlier answer did`);
    }
    names.set(id.toLowerCase(), name);
  };
}

/** Parses a response at the boundary; names the invalid field, never its value. */
export function parseAnswer<T extends z.ZodType>(schema: T, answer: Answer): z.infer<T> {
  const parsed = schema.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue && issue.path.length > 0 ? `at ${toDotPath(issue.path)}` : 'as a whole';
  throw answer.unusable(`${answer.status} with an unexpected body (${where})`);
}
