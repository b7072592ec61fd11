import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/**
 * Returns the path of the browser: the value of CHROMIUM, or else the first Chromium on PATH.
 * @throws Error with instructions to install Chromium.
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

/** Starts the machine's browser without a window. `hosts` are names that resolve to 127.0.0.1 in this browser. */
export function launchChromium({ hosts = [] }: { hosts?: readonly string[] } = {}): Promise<Browser> {
  const rules = hosts.map((name) => `MAP ${name} 127.0.0.1`).join(',');
  return chromium.launch({
    executablePath: findChromium(),
    // As root (the usual user of CI containers), the browser starts only without its sandbox. The browser opens only
    // pages of this repository.
    chromiumSandbox: process.getuid?.() !== 0,
    args: rules === '' ? [] : [`--host-resolver-rules=${rules}`],
  });
}
