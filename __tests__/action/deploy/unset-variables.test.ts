import { expect, test } from '@jest/globals';
import { createScenario } from '../support/scenario.ts';
import { reportUnsetVariables } from '../../../src/action/deploy/unset-variables.ts';

type Arguments = Parameters<typeof reportUnsetVariables>;
const FOUND = [
  { name: 'OPENAI_API_KEY', foundIn: 'agent.py' },
  { name: 'CRM_KEY', foundIn: 'tools/crm.py' },
];

async function report(
  desired: Partial<Arguments[1]>,
  current?: Arguments[2],
  find: Arguments[0]['findNeededVariables'] = async () => FOUND,
): Promise<string[]> {
  const lines: string[] = [];
  const log = { line: (line: string) => void lines.push(line) } as Arguments[0]['log'];
  const settings = { source: 'git_host', secretsStrategy: 'merge', ...desired } as Arguments[1];
  await reportUnsetVariables({ findNeededVariables: find, log }, settings, current);
  return lines;
}

const secrets = [{ name: 'CRM_KEY', value: 'x' }];
const kept = { secrets: [{ name: 'OPENAI_API_KEY', value: undefined }] } as Arguments[2];

// docs/cli.md#unset-variables
test('the warning about unset variables names each variable and the file that reads it', async () => {
  expect(await report({})).toEqual([
    'The code reads variables that no input or file sets: OPENAI_API_KEY (agent.py), CRM_KEY (tools/crm.py). Set them in `secrets`, unless the agent works without.',
  ]);
  expect(await report({ secrets })).toEqual([
    'The code reads a variable that no input or file sets: OPENAI_API_KEY (agent.py). Set it in `secrets`, unless the agent works without.',
  ]);
});

test('a variable counts as set if the deployment has it, unless the deploy removes it', async () => {
  expect(await report({ secrets }, kept)).toEqual([]);
  expect(await report({}, kept)).toEqual([expect.stringContaining('sets: CRM_KEY (tools/crm.py). Set it')]);
  expect(await report({ secrets, secretsStrategy: 'replace' }, kept)).toEqual([
    expect.stringContaining('sets: OPENAI_API_KEY'),
  ]);
});

test("no warning about unset variables is written if the deployment's variables are unknown", async () => {
  expect(await report({}, { secrets: undefined })).toEqual([]);
  expect(await report({ source: 'external_docker' })).toEqual([]);
  const fail = async () => {
    throw new Error('no such folder');
  };
  expect(await report({}, undefined, fail)).toEqual([]);
});

test('a deploy warns about unset variables once, before it sends any request', async () => {
  const scenario = createScenario();
  scenario.findNeededVariables = async () => FOUND;
  const { code, host } = await scenario.run();
  expect(code).toBe(0);
  expect(host.lines.filter((line) => line.startsWith('The code reads'))).toHaveLength(1);
});
