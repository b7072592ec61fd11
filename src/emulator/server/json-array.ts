import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { RouteResponse } from './route.ts';

/** A list that is read page by page while it is sent. */
export interface PagedArray {
  pages: AsyncGenerator<readonly unknown[], void>;
  /** Aborted when the client leaves, or the server closes. */
  signal: AbortSignal;
  /** The list is this field of an object, and not the whole answer. */
  field?: string;
  headers?: Record<string, string>;
}

/**
 * Answers with a JSON list, no faster than it is read: whatever it holds in all, only a page or two of it is in memory. What
 * fails before the first page is an answer of its own; a list that fails later is cut, and is no JSON.
 */
export async function streamJsonArray({ pages, signal, field, headers }: PagedArray): Promise<RouteResponse> {
  const whole = (list: readonly unknown[]): RouteResponse => ({
    status: 200,
    body: field === undefined ? list : { [field]: list },
    ...(headers && { headers }),
  });
  const [opening, closing] = field === undefined ? ['[', ']'] : [`{${JSON.stringify(field)}:[`, ']}'];
  const first = await pages.next();
  if (first.done === true) return whole([]);
  const second = await pages.next();
  if (second.done === true) return whole(first.value);
  return {
    async stream(response: ServerResponse) {
      try {
        response.writeHead(200, { ...headers, 'content-type': 'application/json' });
        let begun = false;
        const write = async (page: readonly unknown[]): Promise<void> => {
          for (const element of page) {
            const text = `${begun ? ',' : opening}${JSON.stringify(element)}`;
            begun = true;
            if (!response.write(text)) await once(response, 'drain', { signal });
          }
        };
        await write(first.value);
        await write(second.value);
        for await (const page of pages) await write(page);
        response.end(begun ? closing : opening + closing);
      } catch (error) {
        response.destroy();
        if (!signal.aborted) throw error;
      } finally {
        await pages.return();
      }
    },
  };
}
