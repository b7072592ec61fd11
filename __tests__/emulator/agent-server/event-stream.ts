import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { AgentServerFixture } from './fixture.ts';

/** One server-sent event with its data parsed as JSON. */
export interface SentEvent {
  event: string;
  id: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads the shape that it expects
  data: any;
}

const KEY = 'test-key';

export type Stream = Awaited<ReturnType<typeof openStream>>;

/** Opens a stream that an independent parser reads. Events are read only on request. */
export async function openStream(
  fixture: Pick<AgentServerFixture, 'base'>,
  method: 'GET' | 'POST',
  path: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const { body, headers } = options;
  const controller = new AbortController();
  const answer = await fetch(`${fixture.base}${path}`, {
    method,
    signal: controller.signal,
    headers: {
      'x-api-key': KEY,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const events: SentEvent[] = [];
  let comments = 0;
  let text = '';
  const parser = createParser({
    onEvent: ({ event, id, data }: EventSourceMessage) =>
      void events.push({ event: event ?? 'message', id, data: JSON.parse(data) }),
    onComment: () => {
      comments += 1;
    },
    onError: (error) => {
      throw error;
    },
  });
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  /** Returns the next event, or `undefined` at the end, or throws if the connection is lost. */
  const next = async (): Promise<SentEvent | undefined> => {
    while (events.length === 0) {
      const part = await reader?.read();
      if (part?.value === undefined) return undefined;
      const piece = decoder.decode(part.value, { stream: true });
      text += piece;
      parser.feed(piece);
    }
    return events.shift();
  };
  return {
    status: answer.status,
    headers: answer.headers,
    next,
    /** Returns all remaining events. */
    async rest() {
      const all: SentEvent[] = [];
      for (let one = await next(); one; one = await next()) all.push(one);
      return all;
    },
    /** Returns the comment lines received so far. */
    comments: () => comments,
    /** Returns the text of the body that was received so far. */
    text: () => text,
    leave: () => controller.abort(),
  };
}
