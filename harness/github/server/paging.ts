import type { Answer } from './answer.ts';

const DEFAULT_SIZE = 30;
export const MAX_SIZE = 100;

export interface Page {
  number: number;
  size: number;
}

/** Which page was asked for. What is no positive number counts as not said; more than 100 a page is 100. */
export function pageOf(query: URLSearchParams, defaultSize = DEFAULT_SIZE): Page {
  return {
    number: positive(query.get('page')) ?? 1,
    size: Math.min(positive(query.get('per_page')) ?? defaultSize, MAX_SIZE),
  };
}

function positive(text: string | null): number | undefined {
  if (text === null || !/^\d+$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The items on a page. */
export function slice<Item>(items: readonly Item[], page: Page): Item[] {
  return items.slice((page.number - 1) * page.size, page.number * page.size);
}

/**
 * The `Link` header of a page, or none when everything fits on one: absolute addresses with the query as it came, only
 * `page` replaced. A page beyond the last one is empty and leads back.
 */
export function linkHeader(self: URL, page: Page, total: number): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / page.size));
  if (last === 1 && page.number === 1) return {};
  const to = (number: number, rel: string): string => {
    const url = new URL(self);
    url.searchParams.set('page', String(number));
    return `<${url.href}>; rel="${rel}"`;
  };
  const links = [
    ...(page.number > 1 ? [to(Math.min(page.number - 1, last), 'prev')] : []),
    ...(page.number < last ? [to(page.number + 1, 'next'), to(last, 'last')] : []),
    ...(page.number > 1 ? [to(1, 'first')] : []),
  ];
  return { Link: links.join(', ') };
}

/** A page of a list as GitHub answers it. `wrap` puts the items into an object where GitHub does. */
export function listAnswer<Item>(
  request: { self: URL; query: URLSearchParams },
  items: readonly Item[],
  toBody: (item: Item) => unknown,
  wrap: (bodies: unknown[]) => unknown = (bodies) => bodies,
): Answer {
  const page = pageOf(request.query);
  return {
    status: 200,
    headers: linkHeader(request.self, page, items.length),
    body: wrap(slice(items, page).map(toBody)),
  };
}
