import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import { launchChromium } from '../../harness/chromium.ts';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { type EmulatorHandle, type EmulatorOptions, startEmulator } from '../../harness/emulator.ts';

const UI = '/_local/ui';
const SESSION = 'x-ui-session';
const Link = z.object({ url: z.url() });
const Created = z.looseObject({ id: z.string() });
const Session = z.object({ session: z.string() });
/** Matches the output of `loop-delay.ts`. */
const BLOCKED = /^bench: blocked (\d+(?:\.\d+)?) ms$/;

/** An emulator with its dashboard, in a separate process. */
export interface DashboardLab {
  readonly emulator: EmulatorHandle;
  /** Creates a link that permits one sign-in. */
  link(): Promise<string>;
  /** Returns the headers of a session, for requests without a browser. */
  session(): Promise<Record<string, string>>;
  /** Adds this number of requests to the journal, each with a deployment as its response. */
  fill(requests: number): Promise<void>;
  /** Returns the longest block of the event loop during `work`, in milliseconds. */
  longestBlock(work: () => Promise<unknown>): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the emulator with its dashboard. By default, stages of revisions are simulated. */
export async function startDashboardLab(options: EmulatorOptions = {}): Promise<DashboardLab> {
  let onBlocked: (ms: number) => void = () => undefined;
  const emulator = await startEmulator({
    runtime: 'stub',
    ...options,
    flags: ['--dashboard', ...(options.flags ?? [])],
    env: { EMULATOR_CHECK_ANSWERS: '0', ...options.env },
    preload: [path.join(import.meta.dirname, 'loop-delay.ts')],
    onLog(line) {
      const ms = BLOCKED.exec(line)?.[1];
      if (ms !== undefined) onBlocked(Number(ms));
    },
  });
  const origin = emulator.urls.controlPlane;
  const link = async () => Link.parse((await emulator.api('POST', `${UI}/api/links`)).body).url;
  const delay = (): Promise<number> => {
    const { promise, resolve } = Promise.withResolvers<number>();
    onBlocked = resolve;
    process.kill(emulator.pid, 'SIGUSR2');
    return promise;
  };
  return {
    emulator,
    link,
    async session() {
      const token = new URL(await link()).hash.slice(1);
      const answer = await fetch(`${origin}${UI}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      return { [SESSION]: Session.parse(await answer.json()).session };
    },
    async fill(requests) {
      const headers = { 'x-api-key': emulator.apiKey };
      const made = await emulator.api('POST', '/v2/deployments', {
        name: 'filled',
        source: 'external_docker',
        source_config: {},
        source_revision_config: { image_uri: 'registry.example/filled:1' },
        secrets: [],
      });
      const { id } = Created.parse(made.body);
      for (let sent = 1; sent < requests; sent += 50) {
        await Promise.all(
          Array.from({ length: Math.min(50, requests - sent) }, async (_, index) => {
            const answer = await fetch(`${origin}/v2/deployments/${id}?number=${sent + index}`, {
              headers,
            });
            await answer.arrayBuffer();
          }),
        );
      }
    },
    async longestBlock(work) {
      await delay();
      // The monitor detects blocks only after its first tick.
      await sleep(20);
      await work();
      return delay();
    },
    stop: () => emulator.stop(),
  };
}

/**
 * Provides the machine's browser during `work`. `open` opens a screen in a signed-in page with a separate browser
 * context, and returns the page.
 */
export async function withDashboardBrowser<T>(
  lab: DashboardLab,
  work: (open: (place: string) => Promise<Page>) => Promise<T>,
): Promise<T> {
  const browser = await launchChromium();
  try {
    return await work(async (place) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      page.setDefaultTimeout(WAIT_LIMIT_MS);
      const link = new URL(await lab.link());
      await page.goto(`${link.origin}${UI}/${place}${link.hash}`);
      await page.locator('h1').waitFor();
      return page;
    });
  } finally {
    await browser.close();
  }
}

/** Calls a function of `page-probes.mjs` in a page. */
export async function probe<T>(page: Page, name: string, ...values: (string | number)[]): Promise<T> {
  await page.evaluate(readFileSync(path.join(import.meta.dirname, 'page-probes.mjs'), 'utf8'));
  return page.evaluate<T>(`probes.${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`);
}
