import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { validateYaml } from '../../harness/workflow/validate.ts';
import { findHouseRuleProblems, workflowProblems } from '../../scripts/workflows/rules.ts';
import { ownActions } from '../../scripts/workflows/sources.ts';
import { type InitPlan, type InitSettings, planInit } from '../../src/init/plan.ts';
import { memoryReader, SHAPES, VALUES } from './support/repositories.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const own = ownActions(ROOT);
const AGENT = { 'langgraph.json': '{"graphs":{"a":"./a.py:graph"},"dependencies":["."]}', 'a.py': '' };

async function plan(files: Record<string, string>, settings?: InitSettings): Promise<InitPlan> {
  const result = await planInit(memoryReader(files), settings);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}

async function problems(files: Record<string, string>, settings?: InitSettings): Promise<string[]> {
  const result = await planInit(memoryReader(files), settings);
  return result.ok ? [] : result.problems.map(({ path: at, message, hint }) => `${at}: ${message}. ${hint}`);
}

const text = ({ files }: InitPlan, name: string): string =>
  files.find(({ path: at }) => at.endsWith(name))?.text ?? '';

// docs/init.md#twenty-shapes
describe.each(SHAPES)(
  'a repository of the kind "$shape"',
  ({ files, name, branch, agents, source, notes = [], writes }) => {
    const reader = memoryReader(files, { name, branch });

    test('is recognized with its name, language, variables and files', async () => {
      const result = await planInit(reader);
      expect(result).toMatchObject({ ok: true });
      if (!result.ok) return;
      const found = result.plan.agents.map((agent) => {
        const expected = agents[agent.name];
        const names = (isNeeded: boolean) =>
          agent.variables
            .filter((variable) => variable.isNeeded === isNeeded)
            .map((variable) => variable.name);
        return [
          agent.name,
          {
            config: agent.configPath,
            ...(expected?.languages && { languages: agent.languages }),
            ...(expected?.needs && { needs: names(true) }),
            ...(expected?.optional && { optional: names(false) }),
            ...(expected?.paths && { paths: agent.paths }),
            ...(agent.buildCommand !== undefined && { build: agent.buildCommand }),
          },
        ];
      });
      expect(Object.fromEntries(found)).toEqual(agents);
      expect(result.plan.source).toBe(source ?? 'git_host');
      for (const note of notes) expect(result.plan.notes).toContainEqual(expect.stringMatching(note));
      // docs/init.md#no-values
      for (const value of VALUES) expect(JSON.stringify(result.plan)).not.toContain(value);
    });

    test("gets workflows that pass GitHub's validator and this project's rules", async () => {
      const result = await planInit(reader);
      if (!result.ok) throw new Error(JSON.stringify(result.problems));
      const written = result.plan.files.map((file) => path.posix.basename(file.path));
      expect(written).toEqual(
        writes ?? ['agent-deploy.yml', 'agent-preview.yml', 'agent-manual.yml', 'agent-sweep.yml'],
      );
      for (const file of result.plan.files) {
        expect([
          ...(await validateYaml(file.path, file.text, { own })),
          ...workflowProblems(file.path, file.text),
          ...findHouseRuleProblems(file.path, file.text),
        ]).toEqual([]);
      }
    });

    // docs/init.md#check
    test('needs no changes according to init and init --check after its workflows were written', async () => {
      const known = { ownAction: 'octo/agent-deploy@v0' };
      const first = await planInit(reader, known);
      if (!first.ok) throw new Error(JSON.stringify(first.problems));
      const added = Object.fromEntries(first.plan.files.map((file) => [file.path, file.text]));
      const second = await planInit(memoryReader({ ...files, ...added }, { name, branch }), known);
      expect(second).toMatchObject({ ok: true, plan: { differences: [] } });
      if (second.ok)
        expect(second.plan.files.map(({ state }) => state)).toEqual(first.plan.files.map(() => 'same'));
    });
  },
);

test('twenty kinds of repositories are tested', () => {
  expect(SHAPES).toHaveLength(20);
});

describe('the workflows that init writes', () => {
  // docs/init.md#least-rights
  test('have exactly the permissions that their verbs need', async () => {
    const of = async (name: string) =>
      /^permissions:\n((?: {2}.*\n)+)/m
        .exec(text(await plan(AGENT), name))?.[1]
        ?.trim()
        .split(/\n\s*/);
    expect(await of('agent-deploy.yml')).toEqual(['contents: read', 'deployments: write']);
    expect(await of('agent-manual.yml')).toEqual(['contents: read', 'deployments: write']);
    expect(await of('agent-preview.yml')).toEqual([
      'contents: read',
      'deployments: write',
      'pull-requests: write',
    ]);
    expect(await of('agent-sweep.yml')).toEqual([
      'contents: read',
      'deployments: write',
      'pull-requests: read',
    ]);
  });

  // docs/init.md#secrets-of-previews
  test('use separate secrets for previews, and init lists all secrets to set', async () => {
    const made = await plan({
      ...AGENT,
      'a.py': 'import os\nos.environ["CRM_KEY"]\nos.environ["GITHUB_TOKEN"]\nos.environ["MODEL_NAME"]\n',
    });
    expect(text(made, 'agent-deploy.yml')).toContain('CRM_KEY=${{ secrets.CRM_KEY }}');
    expect(text(made, 'agent-preview.yml')).toContain('CRM_KEY=${{ secrets.CRM_KEY_OF_PREVIEWS }}');
    // GitHub does not store a secret whose name begins with GITHUB_.
    expect(text(made, 'agent-deploy.yml')).toContain('GITHUB_TOKEN=${{ secrets.AGENT_GITHUB_TOKEN }}');
    expect(text(made, 'agent-preview.yml')).toContain('MODEL_NAME=${{ vars.MODEL_NAME }}');
    expect(made.secrets).toEqual([
      'LANGSMITH_API_KEY',
      'AGENT_GITHUB_TOKEN',
      'AGENT_GITHUB_TOKEN_OF_PREVIEWS',
      'CRM_KEY',
      'CRM_KEY_OF_PREVIEWS',
    ]);
    expect(made.variables).toEqual(['MODEL_NAME']);
  });

  test.each(['stable', 'release/1.0', 'feature_x-2'])(
    'deploy pushes to the branch %s if the settings specify this branch',
    async (branch) => {
      expect(text(await plan(AGENT, { branch }), 'agent-deploy.yml')).toContain(`branches: [${branch}]`);
    },
  );

  test.each(['', 'a b', '-a', 'a..b', 'a/', 'a*'])(
    'do not exist if the settings specify %j, which is not the name of a branch',
    async (branch) => {
      expect(await problems(AGENT, { branch })).toEqual([
        expect.stringContaining(`--branch: ${JSON.stringify(branch)} is not a valid branch name`),
      ]);
    },
  );

  test('deploy only the agents that no other workflow deploys, and sweep only if no other workflow sweeps', async () => {
    const config = AGENT['langgraph.json'];
    const agents = {
      'sales/langgraph.json': config,
      'sales/a.py': '',
      'help/langgraph.json': config,
      'help/a.py': '',
    };
    const own = (action: string, on: string, path: string) =>
      `on: ${on}\njobs: { go: { steps: [{ uses: o/agent-deploy@v0, with: { action: ${action}${path} } }] } }\n`;
    const made = await plan({
      ...agents,
      '.github/workflows/sales.yml': own('deploy', 'push', ', graph-config-path: sales/langgraph.json'),
      '.github/workflows/night.yml': own('sweep', '{ schedule: [{ cron: "0 3 * * *" }] }', ''),
    });
    expect(text(made, 'agent-deploy.yml')).toContain('help/langgraph.json');
    expect(text(made, 'agent-deploy.yml')).not.toContain('sales/langgraph.json');
    expect(text(made, 'agent-sweep.yml')).toBe('');
    expect(text(await plan(agents), 'agent-sweep.yml')).not.toBe('');
  });

  test('set the region according to the agent’s own endpoint', async () => {
    const endpoint = 'LANGSMITH_ENDPOINT=https://eu.api.smith.langchain.com\n';
    expect(text(await plan({ ...AGENT, '.env': endpoint }), 'agent-deploy.yml')).toContain('region: eu\n');
    expect(text(await plan(AGENT), 'agent-deploy.yml')).not.toContain('region');
  });

  test('start on the literal branch name, even if it contains pattern characters', async () => {
    const result = await planInit(memoryReader(AGENT, { branch: "it's+1" }));
    expect(result).toMatchObject({ ok: true });
    if (result.ok)
      expect(text(result.plan, 'agent-deploy.yml')).toContain(String.raw`branches: ['it\''s\+1']`);
  });

  test("use the action version of the repository's existing workflows, or else this release", async () => {
    const uses = {
      '.github/workflows/x.yml': 'on: push\njobs: {a: {steps: [{uses: acme/agent-deploy@abc}]}}',
    };
    const other = { ...AGENT, ...uses, 'b/langgraph.json': AGENT['langgraph.json'] };
    expect(text(await plan(other), 'agent-sweep.yml')).toContain('uses: acme/agent-deploy@abc');
    const ownAction = { ownAction: 'team/agent-deploy@v0' };
    expect(text(await plan(AGENT, ownAction), 'agent-sweep.yml')).toContain('uses: team/agent-deploy@v0');
    const reported = { ...ownAction, action: 'me/agent-deploy@v1' };
    expect(text(await plan(AGENT, reported), 'agent-sweep.yml')).toContain('uses: me/agent-deploy@v1');
  });
});

describe('the notes that init prints', () => {
  const notes = async (files: Record<string, string>) =>
    (await plan({ ...AGENT, ...files })).notes.join('\n');

  test('mention the existing deploy step of another pipeline, with a hint', async () => {
    expect(await notes({ Makefile: 'ship:\n\tnpx @langchain/langgraph-cli@1 deploy --name x\n' })).toMatch(
      /Makefile runs `langgraph deploy`\. Remove that step\. If it created the deployment from an image, choose another name/,
    );
    expect(await notes({ Makefile: 'show:\n\tlanggraph deploy list\n' })).not.toContain('Makefile');
    expect(await notes({ '.gitlab-ci.yml': '' })).toContain(
      'These workflows are for GitHub Actions. In .gitlab-ci.yml, a step can run `agent-deploy deploy` instead.',
    );
  });
});

// docs/init.md#bad-input
describe('a repository for which init cannot write workflows', () => {
  test.each<[string, Record<string, string>, InitSettings, RegExp]>([
    [
      'without a configuration',
      { 'main.py': '' },
      {},
      /^langgraph\.json: the repository has no graph configuration, .*Add langgraph\.json next to the agent, such as .*agent\.py:graph/,
    ],
    [
      'for a configuration with another name',
      { 'langgraph.prod.json': '' },
      {},
      /--config langgraph\.prod\.json/,
    ],
    [
      'for a configuration that is not JSON',
      { 'langgraph.json': '{' },
      {},
      /^langgraph\.json: it is not valid JSON/,
    ],
    [
      'without graphs',
      { 'langgraph.json': '{"graph":{}}' },
      {},
      /^langgraph\.json: the key "graphs" is missing/,
    ],
    [
      'for a --config that does not exist',
      AGENT,
      { configs: ['b.json'] },
      /^--config b\.json: the file does not exist in the repository. There is langgraph\.json/,
    ],
    ['for an invalid name', AGENT, { name: '1 a' }, /^--name: "1 a" is not a valid deployment name/],
    ['for an invalid branch', AGENT, { branch: 'a b' }, /^--branch: "a b" is not a valid branch name/],
    ['for an invalid action', AGENT, { action: 'x' }, /^--action: "x" is not a valid reference/],
    [
      'for one name and two agents',
      { ...AGENT, 'b/langgraph.json': AGENT['langgraph.json'] },
      { name: 'x' },
      /^--name: one name was given for 2 agents/,
    ],
  ])('causes a single clear error: %s', async (_, files, settings, expected) => {
    expect(await problems(files, settings)).toEqual([expect.stringMatching(expected)]);
  });

  // docs/init.md#hostile-names
  test.each(['a\nrun: evil', 'a${{ secrets.X }}', 'a\u001b[31m', String.raw`a\b`, 'a\u2028b', 'a\u202eb'])(
    'causes an error for a folder name that a workflow cannot contain: %j',
    async (folder) => {
      const found = await problems({ [`${folder}/langgraph.json`]: AGENT['langgraph.json'] });
      expect(found).toEqual([expect.stringContaining('which a workflow cannot express. Rename the folder.')]);
      expect(found[0]).not.toMatch(/[\n\u001b]/);
    },
  );

  test('causes an error for more agents than a workflow can deploy', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 41 }, (_, index) => [`a${index}/langgraph.json`, AGENT['langgraph.json']]),
    );
    expect(await problems(many)).toEqual([
      expect.stringContaining('the repository has 41 graph configurations'),
    ]);
  });
});
