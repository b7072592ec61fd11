import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type SeededDashboard, seedDashboard } from '../../../harness/dashboard/seed.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator/index.ts';
import type { useChromium } from './chromium.ts';

/** What went wrong on a page that no user would see: nothing may. */
interface Watched {
  page: Page;
  problems: string[];
  /** Answers that a test provokes, which the browser reports as errors. */
  expected: Set<number>;
}

const watched: Watched[] = [];

/** A page whose console, errors and requests are watched: `expectQuiet` at the end of the test judges them. */
export function watch(page: Page, origin: string): void {
  const one: Watched = { page, problems: [], expected: new Set() };
  watched.push(one);
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const [, status] = /status of (\d+)/.exec(message.text()) ?? [];
    if (status !== undefined && one.expected.has(Number(status))) return;
    if (/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED/.test(message.text()) && one.expected.has(0)) return;
    one.problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => one.problems.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) one.problems.push(`request to ${url}`);
  });
}

/** These answers are part of the test; 0 is a connection that is lost. */
export function expectAnswers(page: Page, ...statuses: number[]): void {
  const found = watched.find((one) => one.page === page);
  for (const status of statuses) found?.expected.add(status);
}

/** Ends a test whose page reported an error, broke its policy or asked another origin. */
export function expectQuiet(): void {
  const problems = watched.splice(0).flatMap((one) => one.problems);
  expect(problems).toEqual([]);
}

type Chromium = ReturnType<typeof useChromium>;

/** Signs in by a new link and opens a place of the dashboard, such as `requests?status=5xx`. */
export async function openPlace(
  browser: Chromium,
  emulator: Emulator,
  place: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browser.newPage(options);
  watch(page, `http://127.0.0.1:${emulator.port}`);
  await goToPlace(page, emulator, place);
  return page;
}

/** The same in a page that is there. */
export async function goToPlace(page: Page, emulator: Emulator, place: string): Promise<void> {
  const link = new URL(emulator.dashboardLink() ?? '');
  await page.goto(`${link.origin}${link.pathname}${place}${link.hash}`);
  await page.locator('h1').first().waitFor();
}

/** One emulator with real agents for all tests of a file, which may add to it but not take from it. */
export function useSeededDashboard(browser: Chromium, options: EmulatorOptions & { sandbox?: boolean } = {}) {
  let started: { emulator: Emulator; seeded: SeededDashboard } | undefined;
  beforeAll(async () => {
    const { sandbox = false, ...more } = options;
    const emulator = await createEmulator({
      runtime: 'process',
      dashboard: true,
      log: () => undefined,
      ...more,
    });
    try {
      const target = {
        origin: emulator.urls.controlPlane,
        apiKey: emulator.apiKey,
        workspaceId: emulator.workspaceId,
      };
      started = { emulator, seeded: await seedDashboard(target, { sandbox }) };
    } catch (error) {
      await emulator.close();
      throw error;
    }
  }, 120_000);
  afterEach(expectQuiet);
  afterAll(async () => {
    await started?.emulator.close();
    await started?.seeded.close();
  });
  const running = () => {
    if (started === undefined) throw new Error('the emulator is seeded before the tests, not before that');
    return started;
  };
  return {
    get emulator() {
      return running().emulator;
    },
    get seeded() {
      return running().seeded;
    },
    open: (place: string, pageOptions?: BrowserContextOptions) =>
      openPlace(browser, running().emulator, place, pageOptions),
  };
}
