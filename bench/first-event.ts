import { type AgentServer, besideReference } from './support/agent-servers.ts';
import type { Measurement } from './support/measure.ts';

/** Milliseconds from asking for a streamed run until the first event with data of the graph is there. */
async function firstEvent(server: AgentServer): Promise<number> {
  const threadId = await server.thread();
  const startedAt = performance.now();
  const answer = await server.call('POST', `/threads/${threadId}/runs/stream`, {
    assistant_id: 'steps',
    input: {},
    stream_mode: 'updates',
  });
  let text = '';
  let first: number | undefined;
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.includes('event: updates')) first ??= performance.now() - startedAt;
  }
  if (first === undefined) throw new Error(`the stream held no update:\n${text}`);
  return first;
}

/** How soon a stream says something of its graph. */
export function measure(): Promise<Measurement> {
  const claim = 'the first update of a streamed run comes sooner than from the reference in-memory server';
  return besideReference({ claim, until: 'first update', atLeast: 1 }, firstEvent);
}
