import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { WAIT_LIMIT_MS } from '../../../harness/hang-limit.ts';
import { launchChromium } from '../../../harness/chromium.ts';

/**
 * Starts the machine's browser without a window for the tests of a file, and closes each page after its test. `hosts`
 * are names that resolve to 127.0.0.1 in the browser.
 */
export function useChromium({ hosts = [] }: { hosts?: readonly string[] } = {}): {
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
} {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium({ hosts });
  });
  afterEach(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
  });
  afterAll(() => browser?.close());
  return {
    async newPage(options) {
      if (browser === undefined) throw new Error('the browser is started before the tests, not before that');
      // Each page has a separate browser context, where a test can open further tabs.
      const context = await browser.newContext(options);
      // Playwright's own limit of 30 seconds is too short for a busy machine.
      context.setDefaultTimeout(WAIT_LIMIT_MS);
      return context.newPage();
    },
  };
}
