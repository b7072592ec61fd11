import { type AgentServer, warmUp, withBothServers } from './support/agent-servers.ts';
import { median, percentile, type Measurement } from './support/measure.ts';

const ROUNDS = 60;

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
  return withBothServers(async ({ ours, theirs }) => {
    const [here, there]: [number[], number[]] = [[], []];
    await warmUp([ours, theirs], firstEvent);
    for (let round = 0; round < ROUNDS; round += 1) {
      here.push(await firstEvent(ours));
      there.push(await firstEvent(theirs));
    }
    return {
      claim: 'the first update of a streamed run comes sooner than from the reference in-memory server',
      sides: [
        { name: 'emulator, create to first update', unit: 'ms', samples: here },
        { name: 'reference server, create to first update', unit: 'ms', samples: there },
      ],
      ratio: { name: 'theirs to ours, medians', value: median(there) / median(here), aim: { atLeast: 1 } },
      figures: [
        { name: 'emulator, 99 of 100 within', value: percentile(here, 0.99), unit: 'ms' },
        { name: 'reference server, 99 of 100 within', value: percentile(there, 0.99), unit: 'ms' },
      ],
    };
  });
}
