import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { deployAgent } from '../harness/agents/deploy.ts';
import { rootModulesInstall } from '../harness/agents/fixtures.ts';
import { manyStepsAgent } from '../harness/agents/many-steps.ts';
import { createRepository } from '../harness/git.ts';
import { until } from '../harness/until.ts';
import { probe, startDashboardLab, withDashboardBrowser } from './support/dashboard.ts';
import { type Measurement, roundsToMeasure } from './support/measure.ts';

/** Number of runs in an hour with two runs per second. */
const HOUR = roundsToMeasure(2) === 1 ? 200 : 7_200;
/** Number of runs before the measurement, which fill the lists of the page. */
const EARLIER = Math.round(HOUR / 3);
const AT_ONCE = 8;
const MIB = 2 ** 20;
const POLLING_MS = 400;

/**
 * Compares the memory of the list of runs, during an hour with two runs per second, with a page that adds a line for
 * each request. The hour is compressed: the runs follow each other without pauses.
 */
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
  // Each run has a stored thread, because the emulator stores only the newest 5,000 runs of deleted threads.
  const runOnce = async (number: number): Promise<void> => {
    const thread = randomUUID();
    const { status } = await emulator.api('POST', `/d/${id}/threads/${thread}/runs/wait`, {
      assistant_id: 'agent',
      if_not_exists: 'create',
      input: { messages: [{ role: 'user', content: `${number % 3}` }] },
    });
    if (status !== 200) throw new Error(`a run was answered with ${status}`);
  };
  const runMany = async (count: number): Promise<void> => {
    const numbers = Array.from({ length: count }, (_, index) => index).values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const number of numbers) await runOnce(number);
      }),
    );
  };
  return await withDashboardBrowser(lab, async (open) => {
    await runOnce(1);
    const live = await open('');
    const plain = await open('events');
    await probe(plain, 'poll', emulator.apiKey, POLLING_MS);
    const [ours, theirs]: [number[], number[]] = [[], []];
    let total = 1;
    for (const count of [EARLIER - 1, HOUR / 2, HOUR / 2]) {
      // Only a visible page has a stream.
      await live.bringToFront();
      await runMany(count);
      total += count;
      const shown = total.toLocaleString('en');
      const all = live.getByRole('button', { name: /^All/ });
      await until(async () => (await all.innerText()).includes(shown), `a list with ${shown} runs`);
      ours.push(await heapOf(live));
      theirs.push(await heapOf(plain));
    }
    const [start = 0, middle = 0, end = 0] = ours;
    return {
      claim: 'the memory of a page that is open for an hour of runs does not grow',
      sides: [
        { name: 'the list of runs, heap after a collection', unit: 'MiB', samples: ours },
        { name: 'a page that adds a line for each request', unit: 'MiB', samples: theirs },
      ],
      ratio: { name: 'end of the hour to its start', value: end / start, aim: { atMost: 1.1 } },
      moreRatios: [
        {
          name: 'the other page, end to start',
          value: (theirs[2] ?? Number.NaN) / (theirs[0] ?? Number.NaN),
        },
      ],
      figures: [
        { name: 'the list at the start', value: start, unit: 'MiB' },
        { name: 'the list after half of the hour', value: middle, unit: 'MiB' },
        { name: 'the list at the end', value: end, unit: 'MiB' },
        { name: 'elements in the document', value: await live.locator('*').count(), unit: '', aim: 5_000 },
      ],
    };
  });
}

/** Returns the size of a page's heap after two garbage collections, in MiB. */
async function heapOf(page: Page): Promise<number> {
  const debuggerSession = await page.context().newCDPSession(page);
  try {
    for (let round = 0; round < 2; round += 1) await debuggerSession.send('HeapProfiler.collectGarbage');
    return (await debuggerSession.send('Runtime.getHeapUsage')).usedSize / MIB;
  } finally {
    await debuggerSession.detach();
  }
}
