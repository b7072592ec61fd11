import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const MODULE = path.resolve(import.meta.dirname, '../../src/os/conceal-environment.ts');
const SECRET = 'value-that-is-not-to-be-read';

/** A process that conceals its environment, prints its own environment, and exits when its standard input ends. */
const PROGRAM = `
const { concealEnvironment } = await import(process.argv[1]);
const before = { ...process.env };
const result = concealEnvironment();
const { spawnSync } = await import('node:child_process');
const inherited = spawnSync(process.execPath, ['-p', 'process.env.A_SECRET'], { encoding: 'utf8' }).stdout.trim();
console.log(JSON.stringify({ result, same: JSON.stringify(before) === JSON.stringify({ ...process.env }), inherited }));
process.stdin.resume();
`;

describe('a process that conceals its environment', () => {
  // docs/security/secrets.md#process-itself-what-inherits
  test('shows other processes an empty environment, but has a complete environment, as do its children', async () => {
    const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', PROGRAM, MODULE], {
      env: {
        PATH: process.env['PATH'],
        A_SECRET: SECRET,
        EMPTY: '',
        TZ: 'Asia/Tokyo',
        'INPUT_API-KEY': SECRET,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        expect(JSON.parse(line)).toEqual({ result: 'concealed', same: true, inherited: SECRET });
        const shown = readFileSync(`/proc/${child.pid}/environ`);
        expect(shown.length).toBeGreaterThan(SECRET.length);
        expect(shown.every((byte) => byte === 0)).toBe(true);
        child.stdin.end();
      }
    } finally {
      child.kill('SIGKILL');
    }
    expect.assertions(3);
  });
});
