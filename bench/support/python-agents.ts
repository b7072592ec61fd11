import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DeployedAgent, deployAgent } from '../../harness/agents/deploy.ts';
import {
  conformanceAgent,
  pythonConformanceAgent,
  rootModulesInstall,
} from '../../harness/agents/fixtures.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FileTree, type FixtureRepository } from '../../harness/git.ts';
import {
  installPythonReference,
  PYTHON_REFERENCE,
  startPythonReference,
} from '../../harness/reference/python-server.ts';
import type { ReferenceServer } from '../../harness/reference/server.ts';
import { type AgentServer, agentServer, warmUp } from './agent-servers.ts';
import { cpuSeconds, memoryMb } from './process-usage.ts';
import { median, type Measurement, percentile, type Side } from './measure.ts';

const ROUNDS = 60;
/** Number of rounds on the reference server: few, because a run takes the server about a second. */
const REFERENCE_ROUNDS = 10;

/** A deployed agent in one of the two languages. */
export interface DeployedCopy {
  agent: DeployedAgent;
  repository: FixtureRepository;
  server: AgentServer;
}

interface ReferenceCopy {
  process: ReferenceServer;
  server: AgentServer;
  /**
   * Milliseconds until the agent had started. `startCpu` is in seconds of processor time, and the memory is in
   * megabytes.
   */
  startedWithinMs: number;
  startCpu: number;
  startMb: number;
}

/** The same agent in Python and in TypeScript on one emulator, and in Python on the reference server. */
export interface AgentSet {
  emulator: EmulatorHandle;
  python: DeployedCopy;
  typescript: DeployedCopy;
  /** The agent on the reference server, or `undefined` if the server cannot be installed. */
  reference: ReferenceCopy | undefined;
}

/** Installs the agents and the reference server from their registries, which must be reachable. */
export async function withAgentSet<T>(work: (agents: AgentSet) => Promise<T>): Promise<T> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-python-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const agent = pythonConformanceAgent(PYTHON_REFERENCE.filter((one) => one.startsWith('langgraph==')));
  const reference = await startReference(folder, agent).catch((failure: unknown) => {
    console.error(
      `without the reference server: ${failure instanceof Error ? failure.message : String(failure)}`,
    );
    return undefined;
  });
  if (reference) stack.defer(() => reference.process.stop());
  const emulator = await startEmulator();
  stack.defer(() => emulator.stop());
  const deploy = async (
    files: FileTree,
    options: Parameters<typeof deployAgent>[2],
  ): Promise<DeployedCopy> => {
    const repository = await createRepository(files);
    stack.defer(() => repository.remove());
    const deployed = await deployAgent(emulator, repository, options);
    return { agent: deployed, repository, server: agentServer(deployed.url, emulator.apiKey) };
  };
  const python = await deploy(agent, {});
  const typescript = await deploy(conformanceAgent(), { installCommand: rootModulesInstall() });
  return await work({ emulator, python, typescript, reference });
}

async function startReference(folder: string, agent: FileTree): Promise<ReferenceCopy> {
  await installPythonReference(folder);
  const startedAt = performance.now();
  const process = await startPythonReference({ folder, agent });
  return {
    process,
    server: agentServer(process.url, 'none'),
    startedWithinMs: performance.now() - startedAt,
    startCpu: cpuSeconds(process.pid),
    startMb: memoryMb(process.pid),
  };
}

/**
 * Compares one call of the Python worker with the TypeScript worker and the reference server, alternately. `until`
 * describes the awaited event in words. `batch` is the number of simultaneous calls.
 */
export function besideTypeScript(
  { claim, until, batch = 1 }: { claim: string; until: string; batch?: number },
  once: (server: AgentServer) => Promise<number>,
): Promise<Measurement> {
  return withAgentSet(async ({ python, typescript, reference }) => {
    const sample = async (server: AgentServer): Promise<number> => {
      if (batch === 1) return once(server);
      const startedAt = performance.now();
      await Promise.all(Array.from({ length: batch }, () => once(server)));
      return performance.now() - startedAt;
    };
    const [ours, twin, theirs]: [number[], number[], number[]] = [[], [], []];
    await warmUp([python.server, typescript.server], once);
    if (reference) await once(reference.server);
    const rounds = batch === 1 ? ROUNDS : 10;
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await sample(python.server));
      twin.push(await sample(typescript.server));
      if (reference && round % (rounds / REFERENCE_ROUNDS) === 0) theirs.push(await sample(reference.server));
    }
    const side = (name: string, samples: number[]): Side => ({
      name: `${name}, ${until}`,
      unit: 'ms',
      samples,
    });
    return {
      claim,
      sides: [
        side('Python worker', ours),
        side('TypeScript worker', twin),
        ...(reference ? [side('reference server', theirs)] : []),
      ],
      figures:
        batch > 1
          ? []
          : [
              { name: 'Python worker, 99 of 100 within', value: percentile(ours, 0.99), unit: 'ms' },
              { name: 'TypeScript worker, 99 of 100 within', value: percentile(twin, 0.99), unit: 'ms' },
            ],
      moreRatios: reference
        ? [
            {
              name: 'reference server to Python, medians',
              value: median(theirs) / median(ours),
              ...(batch === 1 && { aim: { atLeast: 20 } }),
            },
          ]
        : [],
      ratio: {
        name: 'Python to TypeScript, medians',
        value: median(ours) / median(twin),
        aim: { atMost: 1.3 },
      },
    };
  });
}

/** Returns the worker processes that belong to an emulator. */
export async function workersOf(
  emulator: Pick<EmulatorHandle, 'pid'>,
): Promise<{ pid: number; language: string }[]> {
  const processes: { pid: number; parent: number; command: string }[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [stat, command] = await Promise.all([
        readFile(`/proc/${name}/stat`, 'latin1'),
        readFile(`/proc/${name}/cmdline`, 'utf8'),
      ]);
      // The process name in parentheses may contain any character, so the fields are counted after the parentheses.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      processes.push({ pid: Number(name), parent: Number(parent), command });
    } catch {
      // The process has ended.
    }
  }
  const family = new Set([emulator.pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  return processes.flatMap(({ pid, command }) => {
    if (!family.has(pid)) return [];
    if (/worker[\\/]python[\\/]start\.py/.test(command)) return [{ pid, language: 'python' }];
    return /worker[\\/]main\.ts/.test(command) ? [{ pid, language: 'javascript' }] : [];
  });
}
