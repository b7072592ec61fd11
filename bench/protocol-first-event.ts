import { randomUUID } from 'node:crypto';
import { deployAgent } from '../harness/agents/deploy.ts';
import { conformanceAgent, rootModulesInstall } from '../harness/agents/fixtures.ts';
import { startEmulator } from '../harness/emulator.ts';
import { createRepository } from '../harness/git.ts';
import { type AgentServer, agentServer, firstEvent, warmUp } from './support/agent-servers.ts';
import { median, type Measurement, percentile, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(100);

/**
 * Compares how soon the streaming protocol reports the first step of a run with the older stream of the same
 * deployment.
 */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const repository = await createRepository(conformanceAgent());
  stack.defer(() => repository.remove());
  const emulator = await startEmulator();
  stack.defer(() => emulator.stop());
  const { url } = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
  const server = agentServer(url, emulator.apiKey);
  const sides = {
    open: [] as number[],
    older: [] as number[],
    afterwards: [] as number[],
    thread: [] as number[],
  };
  for (const once of [afterOpening, beforeOpening, firstEvent]) await warmUp([server], once);
  for (let round = 0; round < ROUNDS; round += 1) {
    sides.open.push(await afterOpening(server));
    sides.older.push(await firstEvent(server));
    sides.afterwards.push(await beforeOpening(server));
    sides.thread.push(await makeThread(server));
  }
  return {
    claim: 'the first update of a run comes about as soon by the streaming protocol as by the older stream',
    sides: [
      { name: 'run.start, events already open', unit: 'ms', samples: sides.open },
      { name: 'POST …/runs/stream', unit: 'ms', samples: sides.older },
      { name: 'run.start, events opened afterwards', unit: 'ms', samples: sides.afterwards },
      { name: 'POST /threads', unit: 'ms', samples: sides.thread },
    ],
    ratio: {
      name: 'protocol to older stream, medians',
      value: median(sides.open) / median(sides.older),
      aim: { atMost: 1.2 },
    },
    // Includes one more request, in the order in which the official client asks the first question on a thread.
    moreRatios: [
      {
        name: 'the same, events opened afterwards',
        value: median(sides.afterwards) / median(sides.older),
        aim: { atMost: 1.2 },
      },
      // Only new threads use this order of requests. The older stream requires a request that creates the thread.
      {
        name: 'the same, the making of the thread counted',
        value: median(sides.afterwards) / (median(sides.older) + median(sides.thread)),
      },
    ],
    figures: [
      { name: 'run.start, 99 of 100 within', value: percentile(sides.open, 0.99), unit: 'ms' },
      { name: 'older stream, 99 of 100 within', value: percentile(sides.older, 0.99), unit: 'ms' },
    ],
  };
}

/**
 * Returns the milliseconds from the command to the first update on an open connection. The official client uses this
 * order for the second and later questions on a thread.
 */
async function afterOpening(server: AgentServer): Promise<number> {
  const thread = randomUUID();
  const events = await open(server, thread);
  const startedAt = performance.now();
  const [first] = await Promise.all([untilUpdate(events), start(server, thread)]);
  return first - startedAt;
}

/**
 * Returns the milliseconds from the command to the first update if the connection is opened after the response to the
 * command. The official client waits for that response, because a thread need not exist before its first question.
 */
async function beforeOpening(server: AgentServer): Promise<number> {
  const thread = randomUUID();
  const startedAt = performance.now();
  await start(server, thread);
  return (await untilUpdate(await open(server, thread))) - startedAt;
}

async function makeThread(server: AgentServer): Promise<number> {
  const startedAt = performance.now();
  await server.thread();
  return performance.now() - startedAt;
}

const open = (server: AgentServer, thread: string): Promise<Response> =>
  server.call('POST', `/threads/${thread}/stream/events`, { channels: ['updates', 'lifecycle'] });

async function start(server: AgentServer, thread: string): Promise<void> {
  const params = { assistant_id: 'steps', input: {} };
  const command = { id: 1, method: 'run.start', params };
  const answer = await server.call('POST', `/threads/${thread}/commands`, command);
  const text = await answer.text();
  if (!text.includes('"success"')) throw new Error(`the command was answered ${text}`);
}

/**
 * Returns the time of the first update, after reading until the run ends, so that the run does not affect the next
 * measurement.
 */
async function untilUpdate(answer: Response): Promise<number> {
  let text = '';
  let first: number | undefined;
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.includes('event: updates')) first ??= performance.now();
    if (text.includes('"event":"completed"')) break;
  }
  if (first === undefined) throw new Error(`the stream held no update:\n${text}`);
  return first;
}
