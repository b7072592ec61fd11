import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deployAgent } from '../../../harness/agents/deploy.ts';
import { rootModulesInstall } from '../../../harness/agents/fixtures.ts';
import { ownAuthAgent } from '../../../harness/agents/own-auth.ts';
import { startEmulator } from '../../../harness/emulator.ts';
import { createRepository } from '../../../harness/git.ts';
import { type GuardedAgent, OWN_AUTH_CASES, usersOf } from './own-auth-cases.ts';

const undo: (() => Promise<unknown>)[] = [];
let agent: GuardedAgent;
beforeAll(async () => {
  const repository = await createRepository(ownAuthAgent('javascript'));
  undo.push(() => repository.remove());
  const emulator = await startEmulator({ apiKey: 'a-key-of-this-test' });
  undo.push(() => emulator.stop());
  const { url } = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
  agent = { url, apiKey: emulator.apiKey };
});
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

// docs/agent-server/authentication.md#auth
describe('a deployed TypeScript agent with custom authentication', () => {
  test.each(OWN_AUTH_CASES.map((one) => [one.name, one] as const))(
    'responds as expected in the case "%s"',
    async (_, { run, expected }) => {
      expect(await run(usersOf(agent), agent)).toEqual(expected);
    },
  );
});
