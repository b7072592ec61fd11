import { readFileSync } from 'node:fs';
import { createAndJoin } from './support/agent-servers.ts';
import { cpuSeconds, memoryMb } from './support/process-usage.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';
import { type DeployedCopy, type AgentSet, withAgentSet, workersOf } from './support/python-agents.ts';

const ROUNDS = roundsToMeasure(5);
/** Number of runs after which the memory of a worker is measured again. */
const RUNS = 300;

/** Resources that a worker has used until it accepts requests. */
interface Started {
  pid: number;
  cpu: number;
  mb: number;
}

/**
 * Measures an edit of the agent's file with an unchanged environment: the time until the new revision is active, the
 * cost of the start, and the worker's memory.
 */
export function measure(): Promise<Measurement> {
  return withAgentSet(async (agents) => {
    const { python, typescript, reference } = agents;
    const [ours, twin]: [number[], number[]] = [[], []];
    const [starts, copyStarts]: [Started[], Started[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const edited = await edit(agents, 'python', python, 'agent.py', `# Edit ${round}.\n`);
      ours.push(edited.ms);
      starts.push(edited.started);
      const other = await edit(agents, 'javascript', typescript, 'agent.ts', `// Edit ${round}.\n`);
      twin.push(other.ms);
      copyStarts.push(other.started);
    }
    for (const { server } of [python, typescript]) await load(server);
    const used = (list: Started[]) => memoryMb(list.at(-1)?.pid ?? 0);
    const middle = (list: Started[], of: (one: Started) => number) => median(list.map(of));
    return {
      claim: 'an edit of a Python agent serves soon where its packages are the same, in a small process',
      sides: [
        { name: 'Python, push to serving', unit: 'ms', samples: ours },
        { name: 'TypeScript, push to serving', unit: 'ms', samples: twin },
      ],
      ratio: { name: 'Python to TypeScript, medians', value: median(ours) / median(twin) },
      figures: [
        { name: 'Python, push to serving, median', value: median(ours), unit: 'ms', aim: 3_000 },
        {
          name: 'Python, start until healthy, CPU',
          value: middle(starts, (one) => one.cpu),
          unit: 's',
          aim: 2,
        },
        {
          name: 'TypeScript, start until healthy, CPU',
          value: middle(copyStarts, (one) => one.cpu),
          unit: 's',
        },
        { name: 'Python, memory at start', value: middle(starts, (one) => one.mb), unit: 'MB', aim: 90 },
        { name: 'TypeScript, memory at start', value: middle(copyStarts, (one) => one.mb), unit: 'MB' },
        { name: `Python, memory after ${RUNS} runs`, value: used(starts), unit: 'MB' },
        { name: `TypeScript, memory after ${RUNS} runs`, value: used(copyStarts), unit: 'MB' },
        ...(reference
          ? [
              { name: 'reference server, start', value: reference.startedWithinMs, unit: 'ms' },
              { name: 'reference server, start, CPU', value: reference.startCpu, unit: 's' },
              { name: 'reference server, memory at start', value: reference.startMb, unit: 'MB' },
            ]
          : []),
      ],
    };
  });
}

/** Appends a line to a file of the agent, and pushes the file. */
async function edit(
  { emulator }: AgentSet,
  language: string,
  { agent, repository }: DeployedCopy,
  file: string,
  line: string,
): Promise<{ ms: number; started: Started }> {
  const before = new Set((await workersOf(emulator)).map(({ pid }) => pid));
  const text = readFileSync(`${repository.dir}/${file}`, 'utf8');
  await repository.commit({ [file]: `${text}${line}` });
  const startedAt = performance.now();
  await agent.again();
  const ms = performance.now() - startedAt;
  const worker = (await workersOf(emulator)).find((one) => one.language === language && !before.has(one.pid));
  if (!worker) throw new Error(`no new worker runs ${language} after the edit`);
  const { pid } = worker;
  return { ms, started: { pid, cpu: cpuSeconds(pid), mb: memoryMb(pid) } };
}

async function load(server: DeployedCopy['server']): Promise<void> {
  for (let done = 0; done < RUNS; done += 10) {
    await Promise.all(Array.from({ length: 10 }, () => createAndJoin(server)));
  }
}
