import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

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
    'This needs Chromium: install it (on Debian: apt-get install chromium), or name its program in CHROMIUM',
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

/** The machine's own browser, without a window. `hosts`: names that lead to 127.0.0.1 in it. */
export function launchChromium({ hosts = [] }: { hosts?: readonly string[] } = {}): Promise<Browser> {
  const rules = hosts.map((name) => `MAP ${name} 127.0.0.1`).join(',');
  return chromium.launch({
    executablePath: findChromium(),
    // As root, as in containers of CI, it starts in no other way; it opens pages of this repository alone.
    chromiumSandbox: process.getuid?.() !== 0,
    args: rules === '' ? [] : [`--host-resolver-rules=${rules}`],
  });
}
