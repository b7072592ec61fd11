import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Call, Transport } from '../../../src/clients/transport.ts';
import { describeAddress } from '../../../src/emulator/dev/address.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'dev-address-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/**
 * Returns the address that the author sees for this configuration, and the requests that were sent to determine it.
 */
async function describe(config: object) {
  await writeFile(path.join(root, 'langgraph.json'), JSON.stringify(config));
  const sent: Call['headers'][] = [];
  const transport = {
    call: async ({ headers }: Call) => {
      sent.push(headers);
      return { json: { input_schema: { properties: { topic: { type: 'string' } } } } };
    },
  } as unknown as Transport;
  const folder = { root, configPath: 'langgraph.json' } as Parameters<typeof describeAddress>[1];
  const { command } = await describeAddress(transport, folder, { url: 'http://h:1', apiKey: 'k' });
  return { command, sent };
}

const graphs = { agent: './agent.ts:graph' };

test('the command that `dev` prints has an input for the graph, and the key', async () => {
  const { command, sent } = await describe({ graphs });
  expect(command).toContain("-H 'X-Api-Key: k' -H 'Content-Type: application/json'");
  expect(command).toContain('"input":{"topic":"hello"}');
  expect(command).not.toContain('X-Auth-Scheme');
  expect(sent).toEqual([{ 'X-Api-Key': 'k' }]);
});

// docs/agent-server/authentication.md#auth-studio
test('the command that `dev` prints is accepted like the studio if the agent has its own authentication', async () => {
  const { command, sent } = await describe({ graphs, auth: { path: './auth.ts:auth' } });
  expect(command).toContain("-H 'X-Api-Key: k' -H 'X-Auth-Scheme: langsmith'");
  expect(sent).toEqual([{ 'X-Api-Key': 'k', 'X-Auth-Scheme': 'langsmith' }]);
});
