import { deployAgent } from '../harness/agents/deploy.ts';
import { conformanceAgent, rootModulesInstall } from '../harness/agents/fixtures.ts';
import { startEmulator } from '../harness/emulator.ts';
import { createRepository } from '../harness/git.ts';
import { type AgentServer, agentServer } from './support/agent-servers.ts';
import { fillStore } from './support/large-store.ts';
import { median, type Measurement, percentile, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(20);
const [FEW, MANY] = [1_000, 100_000];

/** Compares searches for one thread by its metadata among many and among few threads of a deployment. */
export async function measure(): Promise<Measurement> {
  const few = await searchTimes(FEW);
  const many = await searchTimes(MANY);
  const of = (threads: number) => `among ${threads.toLocaleString('en')} threads`;
  return {
    claim: `a thread is found by its metadata within 50 ms ${of(MANY)}`,
    sides: [
      { name: `search by metadata ${of(MANY)}`, unit: 'ms', samples: many },
      { name: `search by metadata ${of(FEW)}`, unit: 'ms', samples: few },
    ],
    ratio: { name: 'many to few, medians', value: median(many) / median(few) },
    figures: [
      { name: `median ${of(MANY)}`, value: median(many), unit: 'ms', aim: 50 },
      { name: `95 of 100 ${of(MANY)} within`, value: percentile(many, 0.95), unit: 'ms' },
    ],
  };
}

async function searchTimes(threads: number): Promise<number[]> {
  await using stack = new AsyncDisposableStack();
  const repository = await createRepository(conformanceAgent());
  stack.defer(() => repository.remove());
  const emulator = await startEmulator({ env: { EMULATOR_CHECK_ANSWERS: '0' } });
  stack.defer(() => emulator.stop());
  const { url } = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
  const server = agentServer(url, emulator.apiKey);
  await fillStore(emulator, server, 'steps', { runs: 1, crons: 1, items: 1, threads, messages: 1 });
  const metadata = { user: 'ada' };
  await server.call('POST', '/threads', { metadata });
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    const startedAt = performance.now();
    await search(server, metadata);
    // The first searches are a warm-up.
    if (round >= 2) samples.push(performance.now() - startedAt);
  }
  return samples;
}

async function search(server: AgentServer, metadata: object): Promise<void> {
  const found = (await (await server.call('POST', '/threads/search', { metadata })).json()) as unknown[];
  if (found.length !== 1) throw new Error(`the search found ${found.length} threads instead of one`);
}
