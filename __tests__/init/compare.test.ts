import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { describeProblem } from '../../src/action/inputs/problem.ts';
import { planInit } from '../../src/init/plan.ts';
import { memoryReader } from './support/repositories.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '../../examples/workflows');
const example = (name: string): string =>
  readFileSync(path.join(EXAMPLES, name), 'utf8').replaceAll('OWNER/', 'octo/');
const CONFIG = '{"graphs":{"a":"./a.py:graph"},"dependencies":["."]}';
const AGENT = { 'langgraph.json': CONFIG, 'a.py': 'import os\nos.environ["CRM_KEY"]\n' };

/** Returns the problems that `--check` reports for a repository with these workflows. */
async function differences(
  workflows: Record<string, string>,
  files: Record<string, string> = AGENT,
  branch: string | null = 'main',
): Promise<string[]> {
  const added = Object.fromEntries(
    Object.entries(workflows).map(([name, text]) => [`.github/workflows/${name}`, text]),
  );
  const result = await planInit(memoryReader({ ...files, ...added }, { name: 'my-agent', branch }));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan.differences.map(describeProblem);
}

/** Returns the workflows that init writes, with a change to one of them. */
async function written(
  change: Record<string, [string | RegExp, string]> = {},
): Promise<Record<string, string>> {
  const result = await planInit(memoryReader(AGENT, { name: 'my-agent' }), {
    ownAction: 'octo/agent-deploy@v0',
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return Object.fromEntries(
    result.plan.files.map(({ path: at, text }) => {
      const name = path.posix.basename(at);
      const [from = '', to = ''] = change[name] ?? [];
      const changed = text.replace(from, to);
      if (from !== '' && changed === text) throw new Error(`${name} has no ${String(from)}`);
      return [name, changed];
    }),
  );
}

// docs/init.md#check
describe('the command init --check', () => {
  test('lists each operation that no workflow performs, and the workflow that would perform it', async () => {
    expect(await differences({})).toEqual([
      'langgraph.json: no workflow deploys it on a push. Run `agent-deploy init`, which writes .github/workflows/agent-deploy.yml.',
      'langgraph.json: no workflow creates a preview for its pull requests. Run `agent-deploy init`, which writes .github/workflows/agent-preview.yml.',
      'langgraph.json: no workflow can deploy it or roll it back manually. Run `agent-deploy init`, which writes .github/workflows/agent-manual.yml.',
      'previews: no workflow deletes previews that are no longer needed. Run `agent-deploy init`, which writes .github/workflows/agent-sweep.yml.',
    ]);
  });

  test.each<[string, string, [string | RegExp, string], RegExp]>([
    [
      'a deploy that only shows its plan',
      'agent-deploy.yml',
      ['deployment-name: my-agent\n', 'deployment-name: my-agent\n          dry-run: true\n'],
      /agent-deploy\.yml, job my-agent: it has dry-run set, so it only shows a plan and does not deploy\. Remove dry-run: true\./,
    ],
    [
      'a job that never runs',
      'agent-deploy.yml',
      ['    runs-on:', '    if: false\n    runs-on:'],
      /langgraph\.json: no workflow deploys it on a push/,
    ],
    [
      'a variable without a value',
      'agent-deploy.yml',
      [/CRM_KEY=.*/, 'CRM_KEY='],
      /agent-deploy\.yml, job my-agent: the agent needs CRM_KEY \(a\.py\), which the input `secrets` does not contain/,
    ],
    [
      'a missing permission',
      'agent-preview.yml',
      ['  pull-requests: write\n', ''],
      /agent-preview\.yml, job my-agent: it lacks the permission pull-requests: write\. Write permissions: \{ contents: read, deployments: write, pull-requests: write \}/,
    ],
    [
      'an unneeded permission',
      'agent-deploy.yml',
      ['  deployments: write', '  deployments: write\n  packages: write'],
      /has the permission packages: write, which is not needed/,
    ],
    [
      'all permissions',
      'agent-sweep.yml',
      [/permissions:\n( {2}.*\n)+/, 'permissions: write-all\n'],
      /has the permission write-all, which is not needed/,
    ],
    [
      'permissions that are not set',
      'agent-manual.yml',
      [/permissions:\n( {2}.*\n)+/, ''],
      /its permissions are not set/,
    ],
    [
      'previews that are never deleted',
      'agent-preview.yml',
      [', closed]', ']'],
      /does not run when a pull request is closed, so previews remain/,
    ],
    [
      'a deploy that is cancelled',
      'agent-deploy.yml',
      ['cancel-in-progress: false', 'cancel-in-progress: true'],
      /a newer push cancels the run/,
    ],
    [
      'deploys that run at the same time',
      'agent-deploy.yml',
      [/concurrency:\n( {2}.*\n)+/, ''],
      /two runs may deploy the agent at the same time/,
    ],
    [
      'a workflow for pushes to another branch',
      'agent-deploy.yml',
      ['branches: [main]', 'branches: [master]'],
      /does not run on pushes to main, the default branch/,
    ],
    [
      'a variable that the input secrets lacks',
      'agent-deploy.yml',
      [/ +CRM_KEY=.*\n/, '            OTHER=1\n'],
      /the agent needs CRM_KEY \(a\.py\), which the input `secrets` does not contain\. Add the line CRM_KEY=…/,
    ],
    [
      'a configuration that does not exist',
      'agent-deploy.yml',
      [
        'deployment-name: my-agent',
        'deployment-name: my-agent\n          graph-config-path: gone/langgraph.json',
      ],
      /deploys gone\/langgraph\.json, which is not an agent of this repository/,
    ],
    [
      'a file that is not YAML',
      'agent-sweep.yml',
      ['permissions:', 'permissions: ]'],
      /agent-sweep\.yml: the file is not valid YAML/,
    ],
  ])('reports %s', async (_, name, change, expected) => {
    expect(await differences(await written({ [name]: change }))).toContainEqual(
      expect.stringMatching(expected),
    );
  });

  test("rejects the owner placeholder of the docs in any use of this project's actions or workflows", async () => {
    const replaced = async (uses: string, placeholder: string) =>
      differences(
        Object.fromEntries(
          Object.entries(await written()).map(([name, text]) => [
            name,
            name === 'agent-sweep.yml' ? text.replace(uses, placeholder) : text,
          ]),
        ),
      );
    for (const uses of ['OWNER/agent-deploy@v0', 'owner/agent-deploy@v0', 'your-org/agent-deploy@v0']) {
      expect(await replaced('octo/agent-deploy@v0', uses)).toEqual([
        `.github/workflows/agent-sweep.yml, job sweep: \`uses: ${uses}\` has a placeholder for the owner of the action, so GitHub cannot start it. Replace the placeholder, or run \`agent-deploy init --force --action <owner>/agent-deploy@<version>\` to write the workflows of init again.`,
      ]);
    }
    const others = `on: push
jobs:
  call:
    uses: OWNER/agent-deploy/.github/workflows/reusable-deploy.yml@v0
  check:
    runs-on: ubuntu-24.04
    steps: [{ uses: OWNER/agent-deploy/verify@v0 }, { uses: OWNER/other@v1 }]
`;
    expect(await differences({ ...(await written()), 'others.yml': others })).toEqual(
      expect.arrayContaining([
        expect.stringContaining('others.yml, job call: `uses: OWNER/agent-deploy/.github'),
        expect.stringContaining('others.yml, job check: `uses: OWNER/agent-deploy/verify@v0`'),
      ]),
    );
  });

  test('accepts additions by hand in any file', async () => {
    const { 'agent-deploy.yml': deploy = '', ...others } = await written({
      'agent-deploy.yml': [
        'deployment-name: my-agent',
        'deployment-name: my-agent\n          rollback-on-failure: true\n          verify: checks.yml',
      ],
    });
    expect(await differences({ ...others, 'anything.yaml': deploy })).toEqual([]);
    const more = deploy
      .replace('    steps:\n', '    steps:\n      - run: npm test\n')
      .replace('contents: read', 'contents: write');
    expect(await differences({ ...others, 'agent-deploy.yml': more })).toEqual([]);
  });

  test('does not require the default branch if that branch was only assumed', async () => {
    const workflows = await written({ 'agent-deploy.yml': ['branches: [main]', 'branches: [stable]'] });
    expect(await differences(workflows, AGENT, null)).toEqual([]);
  });

  test("recognizes uses of this project's workflows, including reusable workflows and matrices", async () => {
    const plain = { 'langgraph.json': CONFIG, 'a.py': '' };
    const sweep = { 'nightly-sweep.yml': example('nightly-sweep.yml') };
    const shown = ['push.yml', 'pull-request.yml'].map((name) => [name, example(name)]);
    expect(await differences({ ...Object.fromEntries(shown), ...sweep }, plain)).toEqual([
      expect.stringContaining('roll it back manually'),
    ]);
    expect(await differences({ 'by-reference.yml': example('by-reference.yml'), ...sweep }, plain)).toEqual(
      [],
    );
    const several = {
      'agents/billing/langgraph.json': CONFIG,
      'agents/support/langgraph.json': CONFIG,
    };
    const found = await differences({ 'monorepo.yml': example('monorepo.yml'), ...sweep }, several);
    expect(found.filter((line) => !line.includes('manually'))).toEqual([]);
    // The choices of this workflow contain deployments with another name.
    expect(await differences({ 'dispatch.yml': example('dispatch.yml') }, plain)).toContainEqual(
      expect.stringContaining('roll it back manually'),
    );
  });

  test('requires the permission to write comments for a sweep with preview-idle', async () => {
    const sweep = example('nightly-sweep.yml').replace('pull-requests: write', 'pull-requests: read');
    const found = await differences({ 'push.yml': example('push.yml'), 'nightly-sweep.yml': sweep });
    expect(found).toContainEqual(expect.stringContaining('it lacks the permission pull-requests: write'));
  });

  test('reads invalid workflow files without an exception', async () => {
    const strange = [
      '',
      '[]',
      'jobs: 1',
      'jobs: { a: { steps: 3 } }',
      'on: [1, {}]\njobs: { a: null }',
      '&a [*a]',
      '['.repeat(50_000),
    ];
    for (const text of strange)
      expect(await differences({ 'x.yml': text })).toContainEqual(expect.stringContaining('on a push'));
  });
});
