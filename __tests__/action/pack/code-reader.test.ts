import { expect, test } from '@jest/globals';
import { createFindNeededVariables } from '../../../src/action/pack/code-reader.ts';
import { makeTree } from '../support/checkout.ts';

const FILES = {
  'app/langgraph.json': '{"dependencies":["."],"graphs":{"a":"./agent.py:graph"},"env":".env"}',
  'app/agent.py': 'import os\nos.environ["CRM_KEY"]\nos.environ["MODE"]\n',
  'app/.env': 'MODE=fast\n',
  '.gitignore': '.env\n',
};

const GIT_HOST = { source: 'git_host', sourcePath: '.', graphConfigPath: 'app/langgraph.json' } as const;
const PACKED = { source: 'internal_source', sourcePath: 'app', graphConfigPath: 'langgraph.json' } as const;

async function names(
  agent: Parameters<ReturnType<typeof createFindNeededVariables>>[0],
  inputs: Record<string, string> = {},
): Promise<string[]> {
  const env = { PATH: process.env['PATH'], GITHUB_WORKSPACE: makeTree(FILES), ...inputs };
  const found = await createFindNeededVariables(env, new AbortController().signal)(agent);
  return found.map(({ name }) => name);
}

// docs/cli.md#unset-variables
test("the search for environment variables finds the variables in the workspace's code, for a git source and for an upload", async () => {
  expect(await names(GIT_HOST)).toEqual(['CRM_KEY', 'MODE']);
  // The file in `env` is packed although git ignores it.
  expect(await names(PACKED)).toEqual(['CRM_KEY']);
});

test('the search for environment variables finds nothing if the workspace does not contain the deployed code', async () => {
  for (const input of ['REF', 'COMMIT', 'REPO-URL'])
    expect(await names(GIT_HOST, { [`INPUT_${input}`]: 'other' })).toEqual([]);
  expect(await names({ ...GIT_HOST, graphConfigPath: 'langgraph.json' })).toEqual([]);
  expect(await names({ ...GIT_HOST, graphConfigPath: '../app/langgraph.json' })).toEqual([]);
});
