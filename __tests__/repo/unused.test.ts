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

/** Runs the step `unused` of `npm run check` with its configuration on these files. */
async function checkUnused(tree: Record<string, string>): Promise<{ code: number; output: string }> {
  const root = await mkdtemp(path.join(tmpdir(), 'unused-'));
  roots.push(root);
  await writeFile(path.join(root, 'package.json'), '{ "name": "example", "type": "module" }');
  await copyFile(path.join(ROOT, 'knip.jsonc'), path.join(root, 'knip.jsonc'));
  for (const [file, source] of Object.entries(tree)) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    await writeFile(path.join(root, file), source);
  }
  // The example contains only some of the programs in the configuration.
  const args = [KNIP, '--no-progress', '--no-config-hints', '--directory', root];
  return new Promise((resolve, reject) => {
    // Knip loads configurations with jiti, whose cache would remain in the folder for temporary files.
    const env = { ...process.env, JITI_FS_CACHE: 'false' };
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) => {
      if (typeof error?.code === 'string') return reject(error);
      resolve({ code: error?.code ?? 0, output: stdout + stderr });
    });
  });
}

const ENTRY = `import { used } from './used.ts';\nexport const deploy = () => used;\n`;

describe('the check of unused code', () => {
  test('accepts an export that is imported only by a test of any kind', async () => {
    const tree: Record<string, string> = { 'src/action/entry.ts': ENTRY };
    const exports = ['export const used = 1;'];
    for (const suffix of ['test', 'slow.test', 'postgres.test', 'deep', 'network', 'browser', 'cluster']) {
      const name = `tested_by_${suffix.replace('.', '_')}`;
      exports.push(`export const ${name} = 1;`);
      tree[`__tests__/action/used.${suffix}.ts`] =
        `import { ${name} } from '../../src/action/used.ts';\nvoid ${name};\n`;
    }
    const result = await checkUnused({ ...tree, 'src/action/used.ts': exports.join('\n') });
    expect(result).toEqual({ code: 0, output: expect.not.stringContaining('tested_by') });
  });

  test('rejects every export, file and package that nothing imports', async () => {
    const { code, output } = await checkUnused({
      'src/action/entry.ts': ENTRY,
      'src/action/used.ts': [
        'export const used = 1;',
        'export const forgottenValue = 2;',
        'export const usedInItsFile = 2;',
        'void usedInItsFile;',
        'export interface ForgottenType { a: string }',
      ].join('\n'),
      'src/action/forgotten.ts': 'export {};\n',
      'package.json':
        '{ "name": "example", "type": "module", "dependencies": { "forgotten-package": "1.0.0" } }',
    });
    expect(code).toBe(1);
    for (const name of ['forgottenValue', 'usedInItsFile', 'ForgottenType']) {
      expect(output).toMatch(new RegExp(`^${name}\\b.*src/action/used\\.ts`, 'm'));
    }
    expect(output).toContain('src/action/forgotten.ts');
    expect(output).toMatch(/^forgotten-package\b.*package\.json/m);
  });
});
