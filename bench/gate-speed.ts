import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deployAgent } from '../harness/agents/deploy.ts';
import { programmedAgent } from '../harness/agents/programmed.ts';
import { startEmulator } from '../harness/emulator.ts';
import { scheduleEvent } from '../harness/events.ts';
import { createRepository } from '../harness/git.ts';
import { runAction } from '../harness/runner/run-action.ts';
import { ROOT } from './support/deploys.ts';
import { startLeanAgents } from './support/lean-agent.ts';
import { least, type Measurement, median, roundsToMeasure } from './support/measure.ts';

const CASES = 200;
const ANSWER_MS = 50;
const CONCURRENCY = 10;
const IDEAL_MS = (CASES * 2 * ANSWER_MS) / CONCURRENCY;
const ROUNDS = roundsToMeasure(5);

/** Times of one gate in milliseconds: from the first case to the removal of the threads, and of the whole step. */
interface GateTimes {
  asking: number;
  step: number;
}

/** Runs the built verify action with a gate of {@link CASES} cases. Throws with the log if the gate does not pass. */
async function runGate(inputs: Record<string, string>, workspace: string): Promise<GateTimes> {
  const cases = Array.from({ length: CASES }, (_, index) => ({
    name: `case ${index}`,
    message: `question ${index}`,
    expect: { 'last-message': '^right$' },
  }));
  const run = await runAction({
    actionYml: path.join(ROOT, 'verify/action.yml'),
    event: scheduleEvent({ sha: 'a'.repeat(40) }),
    workspace,
    inputs: { ...inputs, concurrency: String(CONCURRENCY), cases: JSON.stringify(cases) },
  });
  const { lines } = run;
  const begins = lines.findIndex(({ text }) => text !== null && /Sending .* cases/.test(text));
  const ends = lines.findIndex(({ raw }, at) => at > begins && raw === '::endgroup::');
  const [first, last] = [lines[begins], lines[ends]];
  const isWhole = lines.some(({ text }) => text?.includes(`${2 * CASES} of ${2 * CASES} runs done`));
  if (run.outcome !== 'success' || !isWhole || first === undefined || last === undefined) {
    throw new Error(`the gate ended with ${run.outcome}:\n${run.log}`);
  }
  return { asking: last.atMs - first.atMs, step: run.durationMs };
}

/**
 * Compares the time in which a gate gets the answers of two deployments with the time that the answers themselves take
 * if at most {@link CONCURRENCY} runs are executed at a time. Measures the gate of two deployments on the emulator,
 * and of a server that only waits, which shows how much time the gate itself takes.
 */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const workspace = await mkdtemp(path.join(tmpdir(), 'bench-gate-'));
  stack.defer(() => rm(workspace, { recursive: true, force: true }));
  const lean = stack.use(await startLeanAgents(ANSWER_MS));
  const emulator = await startEmulator({ runtime: 'process' });
  stack.defer(() => emulator.stop());
  for (const name of ['production', 'preview']) {
    const agent = programmedAgent([{ to: '', says: 'right', delayMs: ANSWER_MS }]);
    const repository = await createRepository(agent);
    stack.defer(() => repository.remove());
    await deployAgent(emulator, repository, { name });
  }
  const common = {
    'api-key': emulator.apiKey,
    'workspace-id': emulator.workspaceId,
    'control-plane-url': emulator.urls.controlPlane,
  };
  const onEmulator: GateTimes[] = [];
  const onLean: GateTimes[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const named = { ...common, 'deployment-name': 'preview', 'compare-with': 'production' };
    onEmulator.push(await runGate(named, workspace));
    const [candidate, baseline] = [lean.urlOf('preview'), lean.urlOf('production')];
    onLean.push(
      await runGate({ ...common, 'deployment-url': candidate, 'compare-with': baseline }, workspace),
    );
  }
  const asking = (times: readonly GateTimes[]) => times.map((one) => one.asking);
  const aim = { atMost: 1.2 };
  return {
    claim: `${CASES} cases of ${ANSWER_MS} ms at concurrency ${CONCURRENCY} take little longer than the answers of both deployments`,
    sides: [
      { name: 'asking both deployments on the emulator', unit: 'ms', samples: asking(onEmulator) },
      { name: 'asking a server that only waits', unit: 'ms', samples: asking(onLean) },
      { name: 'the answers alone', unit: 'ms', samples: [IDEAL_MS] },
    ],
    ratio: {
      name: 'on the emulator to the answers alone',
      value: median(asking(onEmulator)) / IDEAL_MS,
      aim,
    },
    moreRatios: [
      { name: 'on the waiting server to the answers alone', value: median(asking(onLean)) / IDEAL_MS, aim },
    ],
    figures: [
      { name: 'the whole step', value: median(onEmulator.map(({ step }) => step)), unit: 'ms' },
      {
        name: 'the least on the emulator to the answers',
        value: least(asking(onEmulator)) / IDEAL_MS,
        unit: '',
      },
    ],
  };
}
