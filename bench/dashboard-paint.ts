import type { Browser } from 'playwright-core';
import { launchChromium } from '../harness/chromium.ts';
import { WAIT_LIMIT_MS } from '../harness/hang-limit.ts';
import { probe, startDashboardLab } from './support/dashboard.ts';
import { serveMailpit } from './support/mailpit.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(15);

interface Painted {
  /** Milliseconds until the first contentful paint. */
  first: number;
  /** Milliseconds until the page shows its content. */
  shown: number;
}

/** Opens a URL in a new browser context with an empty cache, and measures when the page is painted. */
async function paint(browser: Browser, address: string, selector: string): Promise<Painted> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(WAIT_LIMIT_MS);
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.locator(selector).first().waitFor();
    const shown = await page.evaluate<number>('performance.now()');
    const first = await probe<number>(page, 'firstPaint');
    return { first, shown };
  } finally {
    await context.close();
  }
}

/** Compares how soon the dashboard shows content with the static page of Mailpit, which is known for its speed. */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const mailpit = await serveMailpit();
  stack.defer(() => mailpit.close());
  const lab = await startDashboardLab();
  stack.defer(() => lab.stop());
  const browser = await launchChromium();
  stack.defer(() => browser.close());
  const [ours, theirs, list]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const own = await paint(browser, await lab.link(), 'h1');
    const other = await paint(browser, mailpit.origin, '#app nav, #app .navbar');
    // The first round starts the browser's processes.
    if (round === 0) continue;
    ours.push(own.first);
    theirs.push(other.first);
    list.push(own.shown);
  }
  return {
    claim: 'the dashboard is there at once, signing in included',
    sides: [
      { name: 'the dashboard, first contentful paint', unit: 'ms', samples: ours },
      { name: 'Mailpit, its page without its API', unit: 'ms', samples: theirs },
    ],
    ratio: { name: 'medians', value: median(ours) / median(theirs), aim: { atMost: 0.6 } },
    figures: [{ name: 'deployments are listed, median', value: median(list), unit: 'ms' }],
  };
}
