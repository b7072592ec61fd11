import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../..');
const KNIP = path.join(ROOT, 'node_modules/knip/bin/knip.js');

const roots: string[] = [];
afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true });
});

/** Runs the step `unused` of `npm run check`, with its configuration, over these files. */
async function checkUnused(tree: Record<string, string>): Promise<{ code: number; output: string }> {
  const root = await mkdtemp(path.join(tmpdir(), 'unused-'));
  roots.push(root);
  await writeFile(path.join(root, 'package.json'), '{ "name": "example", "type": "module" }');
  await copyFile(path.join(ROOT, 'knip.jsonc'), path.join(root, 'knip.jsonc'));
  for (const [file, source] of Object.entries(tree)) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    await writeFile(path.join(root, file), source);
  }
  // The example has only some of the programs that the configuration names.
  const args = [KNIP, '--no-progress', '--no-config-hints', '--directory', root];
  return new Promise((resolve, reject) => {
    // Knip loads configurations with jiti, whose cache would stay in the folder for temporary files.
    const env = { ...process.env, JITI_FS_CACHE: 'false' };
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) => {
      if (typeof error?.code === 'string') return reject(error);
      resolve({ code: error?.code ?? 0, output: stdout + stderr });
    });
  });
}

const ENTRY = `import { used } from './used.ts';\nexport const deploy = () => used;\n`;

describe('the check of unused code', () => {
  test('accepts a tree whose every export and file is used', async () => {
    const result = await checkUnused({
      'src/action/entry.ts': ENTRY,
      'src/action/used.ts': 'export const used = 1;\n',
    });
    expect(result).toEqual({ code: 0, output: expect.not.stringContaining('Unused') });
  });

  test('accepts an export that only a test of a tier imports', async () => {
    for (const suffix of ['test', 'slow.test', 'postgres.test', 'deep', 'network', 'browser', 'cluster']) {
      const result = await checkUnused({
        'src/action/entry.ts': ENTRY,
        'src/action/used.ts': 'export const used = 1;\nexport const tested = used + 1;\n',
        [`__tests__/action/used.${suffix}.ts`]: `import { tested } from '../../src/action/used.ts';\nvoid tested;\n`,
      });
      expect({ suffix, ...result }).toEqual({ suffix, code: 0, output: expect.anything() });
    }
  });

  test.each([
    ['an exported value', 'export const forgotten = 2;'],
    ['an exported value, used in its own file,', 'export const forgotten = 2;\nvoid forgotten;'],
    ['an exported type', 'export interface forgotten { a: string }'],
  ])('refuses %s that no other file imports', async (_what, line) => {
    const { code, output } = await checkUnused({
      'src/action/entry.ts': ENTRY,
      'src/action/used.ts': `export const used = 1;\n${line}\n`,
    });
    expect(code).toBe(1);
    expect(output).toMatch(/^forgotten\b.*src\/action\/used\.ts/m);
  });

  test('refuses a file that no program and no test imports', async () => {
    const { code, output } = await checkUnused({
      'src/action/entry.ts': ENTRY,
      'src/action/used.ts': 'export const used = 1;\n',
      'src/action/forgotten.ts': 'export {};\n',
    });
    expect(code).toBe(1);
    expect(output).toContain('src/action/forgotten.ts');
  });

  test('refuses a package that no file imports', async () => {
    const { code, output } = await checkUnused({
      'src/action/entry.ts': ENTRY,
      'src/action/used.ts': 'export const used = 1;\n',
      'package.json': '{ "name": "example", "type": "module", "dependencies": { "forgotten": "1.0.0" } }',
    });
    expect(code).toBe(1);
    expect(output).toMatch(/^forgotten\b.*package\.json/m);
  });
});
