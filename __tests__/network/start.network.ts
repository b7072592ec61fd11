import { spawn } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Runs `npm start` with access to the network, and returns its exit code and its output. */
async function start(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'harness/start/main.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, output };
}

describe('the command npm start', () => {
  test('installs the example agents from registries, deploys them, opens a pull request for one, and exits', async () => {
    const { code, output } = await start();
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('no request failed') });
    expect(output).toContain('only the deployment of main remains');
    expect(output).toMatch(/The same in Python.*agent: echo v1: hello \(GREETING is set\)/s);
    expect(output).toContain('All started processes have ended.');
    expect(output).not.toContain('a secret that no log may show');
  });
});
