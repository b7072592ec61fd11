import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { installFakePython } from '../../../../harness/fake-python/install.ts';
import {
  createPythonFinder,
  notFoundMessage,
} from '../../../../src/emulator/data-plane/python/find-python.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import type { Processes } from '../../../../src/emulator/ports/processes.ts';

let bin: string;
let processes: Processes;
const { signal } = new AbortController();

beforeEach(async () => {
  bin = await mkdtemp(join(tmpdir(), 'find-python-'));
  processes = createProcesses();
});
afterEach(async () => {
  await processes.close();
  await rm(bin, { recursive: true, force: true });
});

const finder = (pythons: string[][] = [], uv?: string, answerMs: [number, number] = [10_000, 10_000]) =>
  createPythonFinder({
    processes,
    env: { PATH: bin },
    pythons,
    cwd: () => Promise.resolve(bin),
    uv: () => Promise.resolve(uv),
    answerMs,
  });

async function script(name: string, text: string): Promise<string> {
  const file = join(bin, name);
  await writeFile(file, `#!/bin/sh\n${text}\n`);
  await chmod(file, 0o755);
  return file;
}

// docs/emulator.md#which-python
describe('the Python interpreter of an agent', () => {
  test('has the requested version, even if a newer version is found first', async () => {
    await installFakePython(bin, { name: 'python3', version: '3.13.0' });
    const executable = await installFakePython(bin, { name: 'python3.12', version: '3.12.1' });
    const found = { executable, version: '3.12.1' };
    expect(await finder().find('3.12', signal)).toMatchObject({ found, newer: false });
  });

  test('is a newer version if the requested version is missing', async () => {
    await installFakePython(bin, { name: 'python3.14', version: '3.14.2' });
    expect(await finder().find('3.12', signal)).toMatchObject({ found: { version: '3.14.2' }, newer: true });
  });

  test('has any supported version if none is requested', async () => {
    await installFakePython(bin, { name: 'python3', version: '3.13.0' });
    expect(await finder().find(undefined, signal)).toMatchObject({
      found: { version: '3.13.0' },
      newer: false,
    });
  });

  test('is the configured command, if any, instead of a program on PATH, even with arguments', async () => {
    await installFakePython(bin, { name: 'python3.12', version: '3.12.1' });
    const file = await installFakePython(bin, { name: 'mine', version: '3.12.9' });
    const command = ['/bin/sh', file];
    expect(await finder([command]).find('3.12', signal)).toMatchObject({ found: { version: '3.12.9' } });
  });

  test('can be an interpreter outside of PATH that uv knows', async () => {
    const hidden = await installFakePython(bin, { name: 'hidden', version: '3.12.7' });
    const uv = await script('uv', `[ "$1 $2" = "python find" ] && echo '${hidden}'`);
    expect(await finder([], uv).find('3.12', signal)).toMatchObject({ found: { version: '3.12.7' } });
  });

  test('is not checked again after it was found, unless it no longer exists', async () => {
    const real = await installFakePython(bin, { name: 'real', version: '3.12.1' });
    const counted = join(bin, 'asked');
    await script('python3.12', `echo x >> '${counted}'; exec '${real}' "$@"`);
    const one = finder();
    await one.find('3.12', signal);
    await rm(join(bin, 'python3.12'));
    expect(await one.find('3.12', signal)).toMatchObject({ found: { version: '3.12.1' } });
    await rm(real);
    expect(await one.find('3.12', signal)).toMatchObject({ found: undefined });
  });
});

describe('a program with the name of Python', () => {
  test('is rejected with the reason if it hangs, is too old, or is not a CPython interpreter', async () => {
    await script('python3.12', 'echo "pyenv: python3.12: command not found" >&2; exit 127');
    await installFakePython(bin, { name: 'python3', version: '3.10.13' });
    await script('python', 'echo Python 2.7.18');
    await script('stuck', 'while :; do :; done');
    await script('pypy', `echo '{"version":[3,12,4],"executable":"/usr/bin/pypy3","implementation":"pypy"}'`);
    const named = [[join(bin, 'pypy')], [join(bin, 'stuck')], [join(bin, 'missing')]];
    const search = await finder(named, undefined, [2_000, 2_000]).find('3.12', signal);
    expect(search).toEqual({
      found: undefined,
      slow: true,
      tried: [
        `${bin}/pypy (3.12.4, but implemented by pypy instead of CPython)`,
        `${bin}/stuck (did not respond within 2 s)`,
        `${bin}/missing (this file does not exist)`,
        'python3.12 (ended with exit code 127)',
        'python3 (3.10.13, too old)',
        'python (printed something other than the facts about a Python interpreter)',
      ],
    });
  });

  test('is started a second time on a machine that is slow at first', async () => {
    const real = await installFakePython(bin, { name: 'real', version: '3.12.1' });
    const mark = join(bin, 'mark');
    await script(
      'python3.12',
      `[ -e '${mark}' ] || { : > '${mark}'; while :; do :; done; }; exec '${real}' "$@"`,
    );
    const patient = finder([], undefined, [300, 10_000]);
    expect(await patient.find('3.12', signal)).toMatchObject({ found: { version: '3.12.1' } });
  });

  // docs/departures/graphs.md#python-machine
  test('causes an error with all attempts and a hint if it does not work', () => {
    expect(
      notFoundMessage('3.12', ['python3.12 (ended with exit code 127)', 'python3 (3.10.13, too old)']),
    ).toBe(
      'no Python 3.12 was found. Tried: python3.12 (ended with exit code 127), python3 (3.10.13, too old). Run `uv python install 3.12`, install Python 3.12 or newer in another way, or set the path of an interpreter with --python',
    );
    expect(notFoundMessage(undefined, ['python3 (not on PATH)'])).toMatch(
      /^no Python 3\.11 or newer was found\./,
    );
  });

  test('is not started after the work was cancelled', async () => {
    await installFakePython(bin, { name: 'python3', version: '3.12.1' });
    expect(await finder().find('3.12', AbortSignal.abort())).toMatchObject({ found: undefined });
  });
});
