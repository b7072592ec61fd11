import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe } from '@jest/globals';
import { describeOfficialClient, type SandboxModule } from '../emulator/clients/sandboxes/flow.ts';
import { importInstalled, installNpm, newestNpm } from './support/installs.ts';

const PINNED = '0.10.5';

// Tests the newest client; sandboxes.network.ts tests the pinned client.
describe('the newest published sandbox client', () => {
  let scratch: string | undefined;
  describeOfficialClient('process', async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'newest-sandbox-client-'));
    const version = (await newestNpm('langsmith', PINNED)).at(-1);
    // The client requires the package `ws` for streams.
    const modules = await installNpm(path.join(scratch, 'client'), [`langsmith@${version}`, 'ws']);
    return (await importInstalled(modules, 'langsmith', './sandbox')) as SandboxModule;
  });
  afterAll(async () => {
    if (scratch !== undefined) await rm(scratch, { recursive: true, force: true });
  });
});
