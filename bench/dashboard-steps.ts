import { deployAgent } from '../harness/agents/deploy.ts';
import { rootModulesInstall } from '../harness/agents/fixtures.ts';
import { manyStepsAgent } from '../harness/agents/many-steps.ts';
import { createRepository } from '../harness/git.ts';
import * as z from 'zod';
import { probe, startDashboardLab, withDashboardBrowser } from './support/dashboard.ts';
import { median, percentile, type Measurement, roundsToMeasure } from './support/measure.ts';

const STEPS = 10_000;
const FRAMES = 240;
const STEP = 900;
const ROUNDS = roundsToMeasure(3);
/** Number of steps of the run besides the tool calls: the graph and its node. */
const OUTER = 2;
const Thread = z.looseObject({ thread_id: z.string() });
const Runs = z.tuple([z.looseObject({ run_id: z.string() })]);

/** Compares how smoothly the steps of a long run scroll with a plain table of as many rows. */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const repository = await createRepository(manyStepsAgent());
  stack.defer(() => repository.remove());
  const lab = await startDashboardLab({ runtime: 'process' });
  stack.defer(() => lab.stop());
  const { emulator } = lab;
  const { deploymentId: id } = await deployAgent(emulator, repository, {
    installCommand: rootModulesInstall(),
  });
  const created = await emulator.api('POST', `/d/${id}/threads`, {});
  const { thread_id: threadId } = Thread.parse(created.body);
  await emulator.api('POST', `/d/${id}/threads/${threadId}/runs/wait`, {
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: String(STEPS - OUTER) }] },
  });
  const [run] = Runs.parse((await emulator.api('GET', `/d/${id}/threads/${threadId}/runs`)).body);
  return await withDashboardBrowser(lab, async (open) => {
    const begun = performance.now();
    const steps = await open(`runs/${id}/${run.run_id}`);
    await steps.getByRole('treeitem').first().waitFor();
    const first = performance.now() - begun;
    await steps.getByRole('tree', { name: `Steps of the run, ${STEPS}` }).waitFor();
    const whole = performance.now() - begun;
    const plain = await open('events');
    await plain.bringToFront();
    await probe(plain, 'plainTable', STEPS);
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      await steps.bringToFront();
      ours.push(...(await probe<number[]>(steps, 'scroll', 'html', FRAMES, STEP)));
      await plain.bringToFront();
      theirs.push(...(await probe<number[]>(plain, 'scroll', '#plain', FRAMES, STEP)));
    }
    return {
      claim: 'the steps of a run scroll as smoothly when it has ten thousand of them',
      sides: [
        { name: `the steps of a run, ${STEP} px a frame, between frames`, unit: 'ms', samples: ours },
        { name: 'a plain table of as many rows', unit: 'ms', samples: theirs },
      ],
      moreRatios: [{ name: '95 of 100 frames', value: percentile(ours, 0.95) / percentile(theirs, 0.95) }],
      ratio: { name: 'medians', value: median(ours) / median(theirs), aim: { atMost: 1.05 } },
      figures: [
        { name: 'the steps, 95 of 100 frames within', value: percentile(ours, 0.95), unit: 'ms', aim: 33 },
        { name: 'the plain table, 95 of 100', value: percentile(theirs, 0.95), unit: 'ms' },
        { name: 'from the address to the first step', value: first, unit: 'ms' },
        { name: 'from the address to all steps', value: whole, unit: 'ms' },
        {
          name: 'rows in the document',
          value: await steps.getByRole('treeitem').count(),
          unit: '',
          aim: 80,
        },
      ],
    };
  });
}
