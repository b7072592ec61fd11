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

const ASSISTANT = '11111111-1111-4111-8111-111111111111';

/** Returns the address that the user sees for this configuration, and the requests that were sent to determine it. */
async function describe(config: object, assistants: readonly object[] = [{ assistant_id: ASSISTANT }]) {
  await writeFile(path.join(root, 'langgraph.json'), JSON.stringify(config));
  const sent: [method: string, path: string, headers: Call['headers'], json: unknown][] = [];
  const transport = {
    call: async ({ method, url, headers, json }: Call) => {
      sent.push([method, url.pathname, headers, json]);
      if (url.pathname === '/assistants/search') return { json: assistants };
      return { json: { input_schema: { properties: { topic: { type: 'string' } } } } };
    },
  } as unknown as Transport;
  const folder = { root, configPath: 'langgraph.json' } as Parameters<typeof describeAddress>[1];
  const { command } = await describeAddress(transport, folder, { url: 'http://h:1', apiKey: 'k' });
  return { command, sent };
}

const graphs = { agent: './agent.ts:graph' };

test('the command that `dev` prints contains an input for the graph and the API key', async () => {
  const { command, sent } = await describe({ graphs });
  expect(command).toContain("-H 'X-Api-Key: k' -H 'Content-Type: application/json'");
  expect(command).toContain('"input":{"topic":"hello"}');
  expect(command).not.toContain('X-Auth-Scheme');
  const headers = { 'X-Api-Key': 'k' };
  expect(sent).toEqual([
    ['POST', '/assistants/search', headers, { graph_id: 'agent', limit: 1 }],
    ['GET', `/assistants/${ASSISTANT}/schemas`, headers, undefined],
  ]);
});

test('the command that `dev` prints sends a message if the graph has no visible assistant', async () => {
  const { command } = await describe({ graphs }, []);
  expect(command).toContain('"input":{"messages":[{"role":"user","content":"hello"}]}');
});

// docs/agent-server/authentication.md#auth-studio
test('the command that `dev` prints identifies as the studio if the agent has custom authentication', async () => {
  const { command, sent } = await describe({ graphs, auth: { path: './auth.ts:auth' } });
  expect(command).toContain("-H 'X-Api-Key: k' -H 'X-Auth-Scheme: langsmith'");
  const headers = { 'X-Api-Key': 'k', 'X-Auth-Scheme': 'langsmith' };
  expect(sent.map(([, , given]) => given)).toEqual([headers, headers]);
});
