import { expect, test } from '@jest/globals';
import { findNeededVariables } from '../../src/agent-code/needed-variables.ts';
import { memoryReader } from '../init/support/repositories.ts';

const CODE =
  'import os\nos.environ["CRM_KEY"]\nos.environ["MODE"]\nos.getenv("LEVEL", "1")\nfrom tools import x\n';
const FILES = {
  'agent.py': CODE,
  'tools.py': 'import os\nx = os.environ["TOOL_TOKEN"]\n',
  '.env': 'CRM_KEY=not-for-output\nONLY_LOCAL=1\n',
  '.env.example': 'SAMPLE=\n',
};
const needed = async (env: unknown, { tracked = false, packs = false } = {}) => {
  const config = JSON.stringify({ dependencies: ['.'], graphs: { a: './agent.py:graph' }, env });
  const reader = memoryReader({ ...FILES, 'langgraph.json': config });
  const files = async () => [...(await reader.files()), ...(tracked ? ['.env'] : [])];
  const found = await findNeededVariables({ ...reader, files }, 'langgraph.json', { packsEnvFile: packs });
  return found.map(({ name, foundIn }) => `${name} (${foundIn})`);
};

// docs/cli.md#unset-variables
test('needed variables include variables without a default in any module, except variables of dotenv files', async () => {
  expect(await needed(undefined)).toEqual(['CRM_KEY (agent.py)', 'MODE (agent.py)', 'TOOL_TOKEN (tools.py)']);
});

test('needed variables exclude variables that the key env or a deployed dotenv file sets', async () => {
  expect(await needed({ MODE: 'fast' })).toEqual(['CRM_KEY (agent.py)', 'TOOL_TOKEN (tools.py)']);
  expect(await needed('.env')).toContain('CRM_KEY (agent.py)');
  expect(await needed('.env', { tracked: true })).not.toContain('CRM_KEY (agent.py)');
  expect(await needed('.env', { packs: true })).not.toContain('CRM_KEY (agent.py)');
});

test('no needed variables are found if the configuration is unreadable', async () => {
  expect(
    await findNeededVariables(memoryReader({ 'langgraph.json': '{' }), 'langgraph.json', {
      packsEnvFile: false,
    }),
  ).toEqual([]);
});
