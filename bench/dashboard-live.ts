import { probe, startDashboardLab, withDashboardBrowser } from './support/dashboard.ts';
import { median, percentile, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(60);
/** Shortest polling interval of other local tools, in milliseconds. */
const POLLING_MS = 400;

/**
 * Compares the time from the emulator's response until the dashboard shows the change with the time of a page that
 * polls for changes.
 */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const lab = await startDashboardLab();
  stack.defer(() => lab.stop());
  await lab.fill(100);
  const key = lab.emulator.apiKey;
  return await withDashboardBrowser(lab, async (open) => {
    const live = await open('requests');
    await live.getByRole('list', { name: 'Requests, 100 requests' }).waitFor();
    const polling = await open('events');
    await probe(polling, 'poll', key, POLLING_MS);
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      await live.bringToFront();
      ours.push(await probe<number>(live, 'change', key, `live-${round}-`));
      await polling.bringToFront();
      theirs.push(await probe<number>(polling, 'change', key, `polled-${round}-`));
    }
    return {
      claim: 'a change is on the screen within a frame or two',
      sides: [
        { name: 'the list of requests, from answer to frame', unit: 'ms', samples: ours },
        { name: `a page that asks each ${POLLING_MS} ms`, unit: 'ms', samples: theirs },
      ],
      ratio: { name: 'medians', value: median(ours) / median(theirs), aim: { atMost: 0.2 } },
      figures: [
        { name: 'ours, median', value: median(ours), unit: 'ms', aim: 20 },
        { name: 'ours, 95 of 100 within', value: percentile(ours, 0.95), unit: 'ms' },
      ],
    };
  });
}
