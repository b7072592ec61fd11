import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DEFAULT_LIMITS } from '../../../../src/emulator/data-plane/build/step.ts';
import { install } from '../../../../src/emulator/data-plane/install/install.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import type { Processes } from '../../../../src/emulator/ports/processes.ts';
import { openCheckout } from '../../../../src/os/checkout-reader.ts';

describe('an install command', () => {
  let processes: Processes;
  let checkout: string;
  beforeEach(async () => {
    processes = createProcesses();
    checkout = await mkdtemp(join(tmpdir(), 'install-'));
  });
  afterEach(async () => {
    await processes.close();
    await rm(checkout, { recursive: true });
  });

  /** Writes the files, runs an install command, and returns the cache of npm in the command's environment. */
  async function cacheWith(files: Record<string, string>): Promise<string | undefined> {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(checkout, name)), { recursive: true });
      await writeFile(join(checkout, name), text);
    }
    const lines: string[] = [];
    await install(
      {
        processes,
        signal: new AbortController().signal,
        log: (line) => lines.push(line),
        env: { PATH: process.env['PATH'] ?? '' },
        limits: DEFAULT_LIMITS,
      },
      {
        checkout,
        reader: await openCheckout(checkout),
        folderName: '',
        installCommand: `node -p "'cache=' + process.env.npm_config_cache"`,
        buildCommand: undefined,
        cache: {
          restore: async () => false,
          folderOf: (key) => key,
          save: async () => {},
          prune: async () => {},
        },
        access: { variables: {}, cacheFolder: join(tmpdir(), 'own-cache') },
      },
    );
    return lines.find((line) => line.startsWith('cache='))?.slice('cache='.length);
  }

  // docs/private-packages.md#not-shared
  test.each([
    ['web/.npmrc', '//registry.test/:_authToken=abcdef'],
    ['web/bunfig.toml', '[install.scopes]\nacme = { token = "abcdef", url = "https://registry.test/" }'],
    ['requirements/prod.txt', '--extra-index-url https://reader:pass@index.test/simple'],
    ['agents/requirements-dev.in', '--extra-index-url https://reader:pass@index.test/simple'],
    ['settings/pip.conf', '[global]\nindex-url = https://reader:pass@index.test/simple'],
    ['lib/pyproject.toml', 'url = "https://reader:pass@index.test/simple"'],
  ])('does not use the shared caches if %s contains credentials, in any folder', async (name, text) => {
    expect(await cacheWith({ [name]: text })).toBe(join(tmpdir(), 'own-cache', 'npm'));
  });

  test('uses the shared caches if no file of the checkout contains credentials', async () => {
    expect(
      await cacheWith({
        'web/.npmrc': 'registry=https://registry.test/',
        'requirements.txt': 'langgraph==1.0.0',
        'notes.txt': 'https://reader:pass@index.test/simple',
        'web/node_modules/a/.npmrc': '//registry.test/:_authToken=abcdef',
      }),
    ).toBe('undefined');
  });
});
