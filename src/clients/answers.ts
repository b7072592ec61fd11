import * as z from 'zod';
import type { Answer } from './transport.ts';

/** No list is that long: a server that keeps on paging is refused here. */
const MAX_PAGES = 1000;

interface Page<T> {
  items: readonly T[];
  /** The error of a list that cannot be used. */
  refuse: (what: string) => Error;
}

/**
 * How often a list is read from its beginning. An entry that is made while the list is read pushes others onto the next
 * page, which then repeats them; a server that echoes does so each time.
 */
const PASSES = 3;

/**
 * Every page of a list, each entry once. Where the next page begins is counted here: an answer may name another place,
 * echo ours, or go back. Only an empty page is the end, since a service may give fewer entries at once than it is asked
 * for; a page of entries that all came before is none, and leaves open what comes after: the list is then read again.
 * Throws what `refuse` makes where the end cannot be known, unless what is `enough` came before that.
 */
export async function* readAllPages<T>(
  fetchPage: (offset: number) => Promise<Page<T>>,
  idOf: (item: T) => string,
  enough: () => boolean = () => false,
): AsyncGenerator<T[]> {
  const yielded = new Set<string>();
  for (let pass = 1, pages = 0; ; pass += 1) {
    // An entry that came twice must not push another one over the edge, so distinct ones are counted.
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
      if (!isMore && pass >= PASSES) {
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
  }
}

/** What an answer is about, beside what was asked about: IDs and names alike. Undefined: one of them does not say. */
interface AnswerIdentity {
  what: string;
  /** A name, in which case counts; IDs are compared without, as UUIDs are. */
  exact?: true;
  requested: string | null | undefined;
  answered: string | null | undefined;
}

/**
 * Refuses an answer about something else than was asked: a read as malformed, a write as one whose answer is lost, so
 * that its caller looks before it does anything else.
 */
export function assertSame(answer: Answer, ...identities: readonly AnswerIdentity[]): void {
  for (const { what, exact, requested: asked, answered } of identities) {
    if (!asked || !answered || asked === answered) continue;
    if (exact !== true && asked.toLowerCase() === answered.toLowerCase()) continue;
    throw answer.unusable(`${answer.status} that is about another ${what} than was asked`);
  }
}

/** Keeps which name each ID has: names never change, so an answer that gives an ID another one is not believed. */
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

/** Parses an answer at the boundary; names the field that is wrong, never its value. */
export function parseAnswer<T extends z.ZodType>(schema: T, answer: Answer): z.infer<T> {
  const parsed = schema.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue && issue.path.length > 0 ? `at ${z.core.toDotPath(issue.path)}` : 'as a whole';
  throw answer.unusable(`${answer.status} with a body that is not what was expected (${where})`);
}
