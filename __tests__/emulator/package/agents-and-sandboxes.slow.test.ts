// Tests the packed emulator outside this repository. The packed emulator must work with the official clients as the
// sources do.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deployAgent } from '../../../harness/agents/deploy.ts';
import { conformanceAgent, rootModulesInstall } from '../../../harness/agents/fixtures.ts';
import { startEmulator } from '../../../harness/emulator.ts';
import { layOutPackage, packEmulator, type PackedEmulator } from '../../../harness/emulator-package.ts';
import { createRepository } from '../../../harness/git.ts';
import { describeOfficialClient } from '../clients/sandboxes/flow.ts';
import { CASES } from '../clients/sdk/cases.ts';
import { runCases } from '../clients/sdk/run-cases.ts';

let folder = '';
let packed: PackedEmulator;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ad-test-package-'));
  packed = await layOutPackage(await packEmulator(folder), folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the packed emulator', () => {
  // docs/package.md#contents
  test('builds and runs a TypeScript agent that supports every call of the official client', async () => {
    const repository = await createRepository(conformanceAgent());
    const emulator = await startEmulator({ program: packed.program });
    try {
      const agent = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
      const { seen } = await runCases(CASES, { url: agent.url, apiKey: emulator.apiKey });
      expect(seen).toEqual(new Map(CASES.map(({ name, expected }) => [name, expected])));
    } finally {
      await emulator.stop();
      await repository.remove();
    }
  });
});

// docs/package.md#contents
describeOfficialClient('process', undefined, () => packed.program);
