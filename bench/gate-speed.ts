import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deployAgent } from '../harness/agents/deploy.ts';
import { programmedAgent } from '../harness/agents/programmed.ts';
import { type EmulatorHandle, startEmulator } from '../harness/emulator.ts';
import { scheduleEvent } from '../harness/events.ts';
import { createRepository } from '../harness/git.ts';
import { runAction } from '../harness/runner/run-action.ts';
import { ROOT } from './support/deploys.ts';
import { type Measurement, median, roundsToMeasure } from './support/measure.ts';

const CASES = 200;
const ANSWER_MS = 50;
const CONCURRENCY = 10;
const IDEAL_MS = (CASES * 2 * ANSWER_MS) / CONCURRENCY;
const ROUNDS = roundsToMeasure(5);

/** Times of one gate in milliseconds: from its first request for an answer to the last answer, and of the whole step. */
interface GateTimes {
  asking: number;
  step: number;
}

/** Runs the built verify action with a gate of {@link CASES} cases. Throws with its log unless it is green. */
async function runGate(emulator: EmulatorHandle, workspace: string): Promise<GateTimes> {
  const cases = Array.from({ length: CASES }, (_, index) => ({
    name: `case ${index}`,
    message: `question ${index}`,
    expect: { 'last-message': '^right$' },
  }));
  const run = await runAction({
    actionYml: path.join(ROOT, 'verify/action.yml'),
    event: scheduleEvent({ sha: 'a'.repeat(40) }),
    workspace,
    inputs: {
      'api-key': emulator.apiKey,
      'workspace-id': emulator.workspaceId,
      'control-plane-url': emulator.urls.controlPlane,
      'deployment-name': 'preview',
      'compare-with': 'production',
      concurrency: String(CONCURRENCY),
      cases: JSON.stringify(cases),
    },
  });
  const at = (pattern: RegExp): number => {
    const line = run.lines.find(({ text }) => text !== null && pattern.test(text));
    if (run.outcome !== 'success' || line === undefined) {
      throw new Error(`the gate ended with ${run.outcome}:\n${run.log}`);
    }
    return line.atMs;
  };
  const asking = at(new RegExp(`${CASES} of ${CASES} asked`)) - at(/Asking .* cases/);
  return { asking, step: run.durationMs };
}

/**
 * Compares the time in which a gate gets the answers of two deployments with the time that the answers themselves
 * take at the gate's concurrency.
 */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const workspace = await mkdtemp(path.join(tmpdir(), 'bench-gate-'));
  stack.defer(() => rm(workspace, { recursive: true, force: true }));
  const emulator = await startEmulator({ runtime: 'process' });
  stack.defer(() => emulator.stop());
  for (const name of ['production', 'preview']) {
    const agent = programmedAgent([{ to: '', says: 'right', delayMs: ANSWER_MS }]);
    const repository = await createRepository(agent);
    stack.defer(() => repository.remove());
    await deployAgent(emulator, repository, { name });
  }
  const times: GateTimes[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await runGate(emulator, workspace));
  const asking = times.map((one) => one.asking);
  return {
    claim: `${CASES} cases of ${ANSWER_MS} ms at concurrency ${CONCURRENCY} take little longer than the answers of both deployments`,
    sides: [
      { name: 'asking both deployments', unit: 'ms', samples: asking },
      { name: 'the answers alone', unit: 'ms', samples: [IDEAL_MS] },
    ],
    ratio: { name: 'asking to the answers alone', value: median(asking) / IDEAL_MS, aim: { atMost: 1.2 } },
    figures: [{ name: 'the whole step', value: median(times.map(({ step }) => step)), unit: 'ms' }],
  };
}
