import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildEmulatorPackage } from '../../../scripts/package-emulator/build.ts';
import { type InstalledPackage, installPackage } from './installed.ts';

const run = promisify(execFile);
let installed: InstalledPackage;

beforeAll(async () => {
  installed = await installPackage();
});
afterAll(async () => installed[Symbol.asyncDispose]());

const digest = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

describe('the package of the emulator', () => {
  test('has the same bytes each time it is built', async () => {
    const again = await buildEmulatorPackage(path.join(installed.folder, 'again'));
    expect(await digest(again.file)).toBe(await digest(installed.tarball));
  });

  test('starts in a folder without this repository, and ends with a signal', async () => {
    const child = spawn(process.execPath, [installed.program, '--port', '0', '--runtime', 'stub'], {
      cwd: installed.folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { urls, apiKey } = JSON.parse(line) as { urls: { controlPlane: string }; apiKey: string };
    const answer = await fetch(`${urls.controlPlane}/v2/deployments`, { headers: { 'X-Api-Key': apiKey } });
    expect(answer.status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('runs within a program that imports it', async () => {
    const program = `
      import { startEmulator } from 'agent-deploy-emulator';
      await using emulator = await startEmulator({ runtime: 'stub' });
      const { status } = await fetch(emulator.urls.controlPlane + '/v2/deployments', {
        headers: { 'X-Api-Key': emulator.apiKey },
      });
      console.log(JSON.stringify({ status, seen: emulator.journal.after(0).entries.length }));
    `;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: installed.folder,
    });
    expect(JSON.parse(stdout)).toEqual({ status: 200, seen: 1 });
  });
});
