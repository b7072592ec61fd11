import type { Page } from 'playwright-core';
import { probe, startDashboardLab, withDashboardBrowser } from './support/dashboard.ts';
import { median, percentile, type Measurement } from './support/measure.ts';

const REQUESTS = 10_000;
const FRAMES = 240;
const STEP = 900;

const scroll = (page: Page, selector: string) => probe<number[]>(page, 'scroll', selector, FRAMES, STEP);

/** Compares how smoothly a long list of requests scrolls with a plain table of the same rows. */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const lab = await startDashboardLab();
  stack.defer(() => lab.stop());
  await lab.fill(REQUESTS);
  return await withDashboardBrowser(lab, async (open) => {
    const list = await open('requests');
    await list.getByRole('list', { name: `Requests, ${REQUESTS.toLocaleString('en')} requests` }).waitFor();
    const plain = await open('events');
    await plain.bringToFront();
    await probe(plain, 'plainTable', REQUESTS);
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round += 1) {
      await list.bringToFront();
      ours.push(...(await scroll(list, 'html')));
      await plain.bringToFront();
      theirs.push(...(await scroll(plain, '#plain')));
    }
    const rows = await list.getByRole('listitem').count();
    return {
      claim: 'ten thousand rows scroll as a few do',
      sides: [
        { name: `the list of requests, ${STEP} px a frame, between frames`, unit: 'ms', samples: ours },
        { name: 'a plain table of the same rows', unit: 'ms', samples: theirs },
      ],
      moreRatios: [{ name: '95 of 100 frames', value: percentile(ours, 0.95) / percentile(theirs, 0.95) }],
      ratio: { name: 'medians', value: median(ours) / median(theirs), aim: { atMost: 1.05 } },
      figures: [
        { name: 'the list, 95 of 100 frames within', value: percentile(ours, 0.95), unit: 'ms', aim: 33 },
        { name: 'the plain table, 95 of 100', value: percentile(theirs, 0.95), unit: 'ms' },
        { name: 'rows in the document', value: rows, unit: '', aim: 60 },
      ],
    };
  });
}
