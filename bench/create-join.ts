import { type AgentServer, warmUp, withBothServers } from './support/agent-servers.ts';
import { median, percentile, type Measurement } from './support/measure.ts';

const ROUNDS = 60;

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
  return withBothServers(async ({ ours, theirs }) => {
    const [here, there]: [number[], number[]] = [[], []];
    await warmUp([ours, theirs], createAndJoin);
    for (let round = 0; round < ROUNDS; round += 1) {
      here.push(await createAndJoin(ours));
      there.push(await createAndJoin(theirs));
    }
    return {
      claim: 'a trivial run is created and joined sooner than on the reference in-memory server',
      sides: [
        { name: 'emulator, create to joined', unit: 'ms', samples: here },
        { name: 'reference server, create to joined', unit: 'ms', samples: there },
      ],
      ratio: { name: 'theirs to ours, medians', value: median(there) / median(here), aim: { atLeast: 20 } },
      figures: [
        { name: 'emulator, 99 of 100 within', value: percentile(here, 0.99), unit: 'ms' },
        { name: 'reference server, 99 of 100 within', value: percentile(there, 0.99), unit: 'ms' },
      ],
    };
  });
}
