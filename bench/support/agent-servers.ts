import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { conformanceAgent, rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import { installPackages, REFERENCE, startReference } from '../../harness/reference/server.ts';
import { median, percentile, type Measurement } from './measure.ts';

const ROUNDS = 60;

/** An agent server, as its callers use it. */
export interface AgentServer {
  /** Sends one request. Throws if the response is not successful. */
  call(method: string, place: string, body?: unknown): Promise<Response>;
  /** Creates a thread and returns its ID. */
  thread(): Promise<string>;
}

/**
 * Provides the same agent on a deployment of the emulator and on the in-memory reference server while `work` runs.
 * Installs the reference from the npm registry. Throws with an explanation if the registry cannot be reached.
 */
async function withBothServers<T>(
  work: (servers: { ours: AgentServer; theirs: AgentServer }) => Promise<T>,
): Promise<T> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-reference-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await installPackages(folder, REFERENCE);
  const reference = await startReference({
    folder,
    agent: conformanceAgent(),
    graphs: { steps: './agent.ts:steps' },
  });
  stack.defer(() => reference.stop());
  const repository = await createRepository(conformanceAgent());
  stack.defer(() => repository.remove());
  const emulator = await startEmulator();
  stack.defer(() => emulator.stop());
  const { url } = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
  return await work({ ours: agentServer(url, emulator.apiKey), theirs: agentServer(reference.url, 'none') });
}

/**
 * Measures one call on both servers alternately. The result contains milliseconds, medians and the 99th percentile.
 * `until` describes the awaited event.
 */
export function compareWithReference(
  { claim, until, atLeast }: { claim: string; until: string; atLeast: number },
  once: (server: AgentServer) => Promise<number>,
): Promise<Measurement> {
  return withBothServers(async ({ ours, theirs }) => {
    const [here, there]: [number[], number[]] = [[], []];
    await warmUp([ours, theirs], once);
    for (let round = 0; round < ROUNDS; round += 1) {
      here.push(await once(ours));
      there.push(await once(theirs));
    }
    return {
      claim,
      sides: [
        { name: `emulator, create to ${until}`, unit: 'ms', samples: here },
        { name: `reference server, create to ${until}`, unit: 'ms', samples: there },
      ],
      ratio: { name: 'theirs to ours, medians', value: median(there) / median(here), aim: { atLeast } },
      figures: [
        { name: 'emulator, 99 of 100 within', value: percentile(here, 0.99), unit: 'ms' },
        { name: 'reference server, 99 of 100 within', value: percentile(there, 0.99), unit: 'ms' },
      ],
    };
  });
}

/** Runs the measured work many times on the servers, ten times concurrently, so that compilation is not measured. */
export async function warmUp(
  servers: readonly AgentServer[],
  once: (server: AgentServer) => Promise<unknown>,
) {
  for (let round = 0; round < 15; round += 1) {
    for (const server of servers) await Promise.all(Array.from({ length: 10 }, () => once(server)));
  }
}

/** Creates a client. `apiKey` may be any string if the server requires no key. */
export function agentServer(url: string, apiKey: string): AgentServer {
  const call: AgentServer['call'] = async (method, place, body) => {
    const answer = await fetch(`${url}${place}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${place} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  return {
    call,
    async thread() {
      const made = (await (await call('POST', '/threads', {})).json()) as { thread_id: string };
      return made.thread_id;
    },
  };
}

/** Returns the milliseconds from the request for a run of two empty nodes to its values. */
export async function createAndJoin(server: AgentServer): Promise<number> {
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

/** Returns the milliseconds from the request for a streamed run to its first event with data of the graph. */
export async function firstEvent(server: AgentServer): Promise<number> {
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
