import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deployAgent } from '../harness/agents/deploy.ts';
import { conformanceAgent, rootModulesInstall } from '../harness/agents/fixtures.ts';
import { layOutPackage, packEmulator } from '../harness/emulator-package.ts';
import { startEmulator } from '../harness/emulator.ts';
import { createRepository } from '../harness/git.ts';
import { agentServer, createAndJoin } from './support/agent-servers.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';
import { memoryMb } from './support/process-usage.ts';

const ROUNDS = roundsToMeasure(3);
const RUNS = 300;
/** Milliseconds after which a worker without requests counts as idle. */
const IDLE_MS = 3_000;
/** Setting of V8 that workers would have without the launcher's flags. */
const DEFAULT_OPTIONS = '--max-semi-space-size=16';

interface Memory {
  started: number[];
  busy: number[];
  used: number[];
  runMs: number[];
  wakeMs: number[];
}

/** Measures the memory of a TypeScript worker with the flags of the launcher, and with the default size of V8's young generation. */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const repository = await createRepository(conformanceAgent());
  stack.defer(() => repository.remove());
  const folder = await mkdtemp(path.join(tmpdir(), 'worker-memory-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { program } = await layOutPackage(await packEmulator(folder), folder);
  const emulator = await startEmulator({ program });
  stack.defer(() => emulator.stop());

  const ours: Memory = { started: [], busy: [], used: [], runMs: [], wakeMs: [] };
  const before: Memory = { started: [], busy: [], used: [], runMs: [], wakeMs: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [memory, secrets] of [
      [ours, []],
      [before, [{ name: 'NODE_OPTIONS', value: DEFAULT_OPTIONS }]],
    ] as const) {
      const known = new Set(workerPids());
      const { url } = await deployAgent(emulator, repository, {
        installCommand: rootModulesInstall(),
        secrets: [...secrets],
      });
      const pid = workerPids().find((one) => !known.has(one));
      if (pid === undefined) throw new Error('the deployment has no worker process');
      await sleep(IDLE_MS);
      memory.started.push(memoryMb(pid));
      const server = agentServer(url, emulator.apiKey);
      const times: number[] = [];
      for (let run = 0; run < RUNS; run += 1) times.push(await createAndJoin(server));
      memory.busy.push(memoryMb(pid));
      await sleep(IDLE_MS);
      memory.used.push(memoryMb(pid));
      memory.wakeMs.push(await createAndJoin(server));
      memory.runMs.push(median(times));
    }
  }
  return {
    claim: 'a TypeScript worker holds at most 100 MB after its start and 130 MB after 300 runs',
    sides: [
      { name: 'worker after 300 runs', unit: 'MB', samples: ours.used },
      { name: "worker after 300 runs, V8's default", unit: 'MB', samples: before.used },
    ],
    ratio: { name: 'ours to default, after 300 runs', value: median(ours.used) / median(before.used) },
    moreRatios: [
      { name: 'ours to default, create to joined', value: median(ours.runMs) / median(before.runMs) },
    ],
    figures: [
      { name: 'worker after its start', value: median(ours.started), unit: 'MB', aim: 100 },
      { name: "worker after its start, V8's default", value: median(before.started), unit: 'MB' },
      { name: 'worker after 300 runs', value: median(ours.used), unit: 'MB', aim: 130 },
      { name: 'worker during the runs', value: median(ours.busy), unit: 'MB' },
      { name: "worker during the runs, V8's default", value: median(before.busy), unit: 'MB' },
      { name: 'create to joined', value: median(ours.runMs), unit: 'ms' },
      { name: 'create to joined after an idle time', value: median(ours.wakeMs), unit: 'ms' },
    ],
  };
}

/** Returns the process IDs of all TypeScript workers of this machine. */
function workerPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--experimental-import-meta-resolve');
      } catch {
        return false;
      }
    });
}
