import { type AgentServer, besideReference } from './support/agent-servers.ts';
import type { Measurement } from './support/measure.ts';

/** Milliseconds from asking for a run of two nodes that do nothing until its values are there. */
async function createAndJoin(server: AgentServer): Promise<number> {
  const threadId = await server.thread();
  const startedAt = performance.now();
  const created = await server.call('POST', `/threads/${threadId}/runs`, {
    assistant_id: 'steps',
    input: {},
  });
  const { run_id } = (await created.json()) as { run_id: string };
  const joined = await server.call('GET', `/threads/${threadId}/runs/${run_id}/join`);
  const values = (await joined.json()) as { steps?: string[] };
  const ms = performance.now() - startedAt;
  if (values.steps?.join(' ') !== 'one two') throw new Error(`the run answered ${JSON.stringify(values)}`);
  return ms;
}

/** How soon a trivial run is over: created on a new thread and joined, one after another, on both servers in turn. */
export function measure(): Promise<Measurement> {
  const claim = 'a trivial run is created and joined sooner than on the reference in-memory server';
  return besideReference({ claim, until: 'joined', atLeast: 20 }, createAndJoin);
}
