import { setTimeout as sleep } from 'node:timers/promises';
import { startDashboardLab, withDashboardBrowser } from './support/dashboard.ts';
import type { Measurement } from './support/measure.ts';
import { cpuSeconds } from './support/process-usage.ts';

const MINUTE = 60_000;
/** Milliseconds until the first reads of a screen are complete. */
const SETTLED = 3_000;

/** Compares the requests of an open dashboard to an idle emulator with an idle emulator without a dashboard. */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const lab = await startDashboardLab();
  stack.defer(() => lab.stop());
  const alone = await startDashboardLab();
  stack.defer(() => alone.stop());
  return await withDashboardBrowser(lab, async (open) => {
    const page = await open('');
    await sleep(SETTLED);
    let requests = 0;
    page.on('request', () => {
      requests += 1;
    });
    const before = [cpuSeconds(lab.emulator.pid) * 1_000, cpuSeconds(alone.emulator.pid) * 1_000] as const;
    await sleep(MINUTE);
    const watched = cpuSeconds(lab.emulator.pid) * 1_000 - before[0];
    const unwatched = cpuSeconds(alone.emulator.pid) * 1_000 - before[1];
    return {
      claim: 'an open dashboard costs nothing while nothing happens',
      sides: [
        { name: 'processor time in a minute, dashboard open', unit: 'ms', samples: [watched] },
        { name: 'without anyone looking', unit: 'ms', samples: [unwatched] },
      ],
      ratio: { name: 'processor time', value: watched / Math.max(unwatched, 1) },
      figures: [
        { name: 'requests in a minute', value: requests, unit: '', aim: 0 },
        {
          name: 'more processor time, of one core',
          value: ((watched - unwatched) / MINUTE) * 100,
          unit: '%',
          aim: 1,
        },
      ],
    };
  });
}
