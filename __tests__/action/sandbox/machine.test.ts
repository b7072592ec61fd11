import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMachine } from '../../../src/action/sandbox/machine.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-machine-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a file of the checkout that never ends is no file, and nobody waits for it', async () => {
  const machine = createMachine({}, '/nowhere');
  const [pipe, device, file] = ['pipe', 'device', 'file'].map((name) => path.join(folder, name));
  await promisify(execFile)('mkfifo', [String(pipe)]);
  await symlink('/dev/zero', String(device));
  await writeFile(String(file), 'text');
  expect(await machine.readFile(String(pipe))).toBeUndefined();
  expect(await machine.readFile(String(device))).toBeUndefined();
  expect(await machine.readFile(folder)).toBeUndefined();
  expect(await machine.readFile(String(file))).toBe('text');
});
