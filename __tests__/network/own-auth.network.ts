import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { ownAuthAgent } from '../../harness/agents/own-auth.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import { type GuardedAgent, OWN_AUTH_CASES, usersOf } from '../emulator/clients/own-auth-cases.ts';

const undo: (() => Promise<unknown>)[] = [];
let agent: GuardedAgent;
beforeAll(async () => {
  const repository = await createRepository(ownAuthAgent('python'));
  undo.push(() => repository.remove());
  const emulator = await startEmulator({ apiKey: 'a-key-of-this-test' });
  undo.push(() => emulator.stop());
  const { url } = await deployAgent(emulator, repository);
  agent = { url, apiKey: emulator.apiKey };
});
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

// docs/agent-server/authentication.md#auth
// docs/departures/agent-server.md#own-auth-parameters
describe('a deployed Python agent with custom authentication', () => {
  test.each(OWN_AUTH_CASES.map((one) => [one.name, one] as const))(
    'responds as expected in the case "%s"',
    async (_, { run, expected }) => {
      expect(await run(usersOf(agent), agent)).toEqual(expected);
    },
  );
});
