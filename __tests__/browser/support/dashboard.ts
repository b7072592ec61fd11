import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, expect } from '@jest/globals';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import {
  startEmulator,
  type EmulatorHandle,
  type EmulatorOptions as ChildOptions,
} from '../../../harness/emulator.ts';
import { buildDashboard } from '../../../scripts/dashboard/build.ts';
import { createEmulator, type EmulatorOptions } from '../../../src/emulator/index.ts';
import { cloudOf } from '../../emulator/admin/cloud.ts';
import { useChromium } from './chromium.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const UI = '/_local/ui';

/** A tab of the dashboard, with all errors that occurred in it. */
export interface DashboardTab {
  readonly page: Page;
  /** URLs of all requests so far. */
  readonly requests: readonly string[];
  /**
   * Console errors, script errors and requests to other origins. A test fails for each problem that it does not
   * permit.
   */
  readonly problems: readonly string[];
  /** Permits past and future problems with this pattern, which the test causes on purpose. */
  allow(pattern: RegExp): void;
  /** Loads a path of the dashboard, such as `/journal`, as if it was entered in the address bar. */
  open(place: string): Promise<void>;
  /** Waits for the heading of a screen. */
  heading(name: string | RegExp): Promise<Locator>;
  /** Waits until an element with this role and name is visible. */
  seen(role: Parameters<Page['getByRole']>[0], name: string | RegExp): Promise<Locator>;
  /** Waits until the text is visible. */
  text(text: string | RegExp): Promise<Locator>;
  /** Presses keys one after another, by their names in `Page.keyboard.press`. */
  press(...keys: readonly string[]): Promise<void>;
  /** Opens another tab of the same browser at this URL, without signing in. */
  newTab(address: string): Promise<DashboardTab>;
}

/** Matches the printed line with the dashboard's link. */
const LINK = /dashboard on (http\S+)/;

/**
 * Provides the browser and emulators with dashboards for the tests of a file. A test fails for each console error,
 * script error and request to another origin. `hosts` are names that resolve to 127.0.0.1 in the browser.
 */
export function useDashboard({ hosts = [] }: { hosts?: readonly string[] } = {}) {
  beforeAll(refuseOldPage);
  const closers: (() => Promise<unknown>)[] = [];
  const tabs: DashboardTab[] = [];
  afterEach(async () => {
    const problems = tabs.splice(0).flatMap((tab) => [...tab.problems]);
    // Closes the browser first, because it would report the end of the emulator as an error.
    for (const close of closers.splice(0).toReversed()) await close();
    expect(problems).toEqual([]);
  });
  const browser = useChromium({ hosts });
  const add = (page: Page): DashboardTab => {
    const tab = watchTab(page, async (address) => {
      const other = add(await page.context().newPage());
      await other.page.goto(address);
      return other;
    });
    tabs.push(tab);
    return tab;
  };
  /** Opens a link in a new browser context and waits until it has signed in. */
  const signIn = async (link: string, options: BrowserContextOptions = {}): Promise<DashboardTab> => {
    const page = await browser.newPage(options);
    closers.push(() => closeContext(page.context()));
    const tab = add(page);
    await page.goto(link);
    await page.locator('#main').waitFor();
    return tab;
  };
  return {
    /** Opens a page outside the dashboard, whose errors are ignored. */
    async newPage(options: BrowserContextOptions = {}): Promise<Page> {
      const page = await browser.newPage(options);
      closers.push(() => closeContext(page.context()));
      return page;
    },
    signIn,
    /**
     * Starts an emulator in this process, by default with simulated stages. `link` creates a new link to its
     * dashboard.
     */
    async start(options: EmulatorOptions = {}) {
      const emulator = await createEmulator({
        runtime: 'stub',
        dashboard: true,
        log: () => undefined,
        ...options,
      });
      closers.push(() => emulator.close());
      const link = (): string => {
        const made = emulator.dashboardLink();
        if (made === undefined) throw new Error('this emulator has no dashboard');
        return made;
      };
      return {
        ...cloudOf(emulator),
        link,
        open: (browserOptions: BrowserContextOptions = {}) => signIn(link(), browserOptions),
      };
    },
    /**
     * Starts an emulator in a separate process, as users do, so that it can be killed. `link` is the link that the
     * emulator printed.
     */
    async spawn(options: ChildOptions = {}): Promise<{ emulator: EmulatorHandle; link: string }> {
      const printed = Promise.withResolvers<string>();
      const emulator = await startEmulator({
        runtime: 'stub',
        ...options,
        flags: ['--dashboard', ...(options.flags ?? [])],
        onLog(line) {
          const link = LINK.exec(line)?.[1];
          if (link !== undefined) printed.resolve(link);
          options.onLog?.(line);
        },
      });
      closers.push(() => emulator.kill());
      void emulator.ended.then(() => printed.reject(new Error(`no link was printed: ${emulator.log()}`)));
      const link = await printed.promise;
      return { emulator, link };
    },
    /** Calls the function after the test, before resources that were registered earlier are closed. */
    defer: (close: () => Promise<unknown>) => void closers.push(close),
  };
}

const closeContext = (context: BrowserContext): Promise<void> => context.close();

function watchTab(page: Page, newTab: DashboardTab['newTab']): DashboardTab {
  const requests: string[] = [];
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  const report = (problem: string) => {
    if (!allowed.some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  let own: string | undefined;
  page.on('request', (request) => {
    const url = request.url();
    requests.push(url);
    if (url.startsWith('data:') || url.startsWith('blob:')) return;
    own ??= new URL(url).origin;
    if (new URL(url).origin !== own) report(`request to another origin: ${url}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      report(`console: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => report(`error: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no reason';
    // Requests that the page itself cancels, because it no longer needs them, are not problems.
    if (reason !== 'net::ERR_ABORTED') report(`request failed: ${request.url()}: ${reason}`);
  });
  const visible = async (locator: Locator): Promise<Locator> => {
    await locator.first().waitFor();
    return locator.first();
  };
  return {
    page,
    requests,
    problems,
    allow(pattern) {
      allowed.push(pattern);
      problems.splice(0, problems.length, ...problems.filter((problem) => !pattern.test(problem)));
    },
    async open(place) {
      await page.goto(new URL(`${UI}${place}`, page.url()).href);
    },
    heading: (name) => visible(page.getByRole('heading', { name })),
    seen: (role, name) => visible(page.getByRole(role, { name })),
    text: (text) => visible(page.getByText(text)),
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    newTab,
  };
}

/** Tests use the committed page, as users do, so the page must be built from the current sources. */
async function refuseOldPage(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dashboard-'));
  try {
    await buildDashboard(ROOT, folder);
    const [built, kept] = await Promise.all([
      readdir(folder),
      readdir(path.join(ROOT, 'dist/dashboard')).catch(() => []),
    ]);
    // The names of the files contain hashes of their contents.
    if (built.toSorted().join() === kept.toSorted().join()) return;
    throw new Error(
      'dist/dashboard was not built from the current dashboard/src: run `npm run package`, or `npm run dashboard -- --out dist/dashboard` for the page alone',
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
