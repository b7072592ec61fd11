import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { everyKeyInPython, WEBHOOK_SECRET } from '../../harness/agents/every-key.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import { EVERY_KEY_CASES, type EveryKeyAgent, WEBHOOK_TOKEN } from '../emulator/clients/every-key-cases.ts';

const undo: (() => Promise<unknown>)[] = [];
let agent: EveryKeyAgent;
beforeAll(async () => {
  const repository = await createRepository(everyKeyInPython());
  undo.push(() => repository.remove());
  const emulator = await startEmulator({ apiKey: 'a-key-of-this-test' });
  undo.push(() => emulator.stop());
  const secrets = [{ name: WEBHOOK_SECRET, value: WEBHOOK_TOKEN }];
  const { url } = await deployAgent(emulator, repository, { secrets });
  agent = { url, apiKey: emulator.apiKey };
});
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

describe('an agent in Python that the emulator deploys', () => {
  test.each(EVERY_KEY_CASES)('supports these keys of the graph configuration: $keys', async ({ run }) =>
    run(agent),
  );
});
