import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/**
 * The browser's program: the one that CHROMIUM names, else the first on PATH.
 * @throws Error that says what to install.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const named = env['CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (isProgram(named)) return named;
    throw new Error(`CHROMIUM names ${named}, which is not a program: correct it, or unset it`);
  }
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const found = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))).find(isProgram);
  if (found !== undefined) return found;
  throw new Error(
    'The browser tier needs Chromium: install it (on Debian: apt-get install chromium), or name its program in CHROMIUM',
  );
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The machine's own browser, without a window, for the tests of a file; each page is closed after its test. `hosts`: names
 * that lead to 127.0.0.1 in it.
 */
export function useChromium({ hosts = [] }: { hosts?: readonly string[] } = {}): {
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
} {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const rules = hosts.map((name) => `MAP ${name} 127.0.0.1`).join(',');
    browser = await chromium.launch({
      executablePath: findChromium(),
      // As root, as in containers of CI, it starts in no other way; it opens the pages of these tests alone.
      chromiumSandbox: process.getuid?.() !== 0,
      args: rules === '' ? [] : [`--host-resolver-rules=${rules}`],
    });
  });
  afterEach(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
  });
  afterAll(() => browser?.close());
  return {
    async newPage(options) {
      if (browser === undefined) throw new Error('the browser is started before the tests, not before that');
      // Of a context of its own, which takes further tabs.
      return (await browser.newContext(options)).newPage();
    },
  };
}
