import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkRepository } from '../../scripts/workflows/check.ts';
import { findHouseRuleProblems, workflowProblems } from '../../scripts/workflows/rules.ts';
import { type ActionMetadata, validateYaml } from '../../harness/workflow/validate.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const own = new Map<string, ActionMetadata>([
  ['', { name: 'a', description: 'b', inputs: { 'api-key': { description: 'c', required: true } } }],
]);
const workflow = (...steps: string[]): string =>
  [
    'on: push',
    'permissions: {}',
    'concurrency: { group: a }',
    'jobs:',
    '  deploy:',
    '    runs-on: ubuntu-24.04',
    '    timeout-minutes: 5',
    '    steps:',
    ...steps.map((step) => `      ${step}`),
    '',
  ].join('\n');
const PIN = 'a'.repeat(40);
const place = '.github/workflows/x.yml';

describe('the offline validator of workflows', () => {
  test('accepts a valid workflow', async () => {
    const text = workflow(
      `- uses: actions/checkout@${PIN} # v7.0.1`,
      '  with: { persist-credentials: false }',
      '- uses: ./',
      '  with: { api-key: x }',
    );
    expect(await validateYaml(place, text, { own })).toEqual([]);
    expect([...workflowProblems(place, text), ...findHouseRuleProblems(place, text)]).toEqual([]);
  });

  test.each([
    ['./', 'a local reference'],
    ['octo-org/agent-deploy@v0', 'a published reference'],
  ])('knows the inputs of this action in %s', async (uses) => {
    const text = workflow(`- uses: ${uses}`, '  with: { api-key: x, api-kee: y }');
    expect(await validateYaml(place, text, { own })).toEqual([`${place}:10: Invalid action input 'api-kee'`]);
  });

  test('reports a misspelled key, an unknown runtime and an unknown context, each with its line', async () => {
    expect(await validateYaml(place, 'on: push\njobs:\n  a:\n    run-on: x\n', { own })).not.toEqual([]);
    const action = 'name: a\ndescription: b\nruns:\n  using: node99\n  main: dist/main.js\n';
    expect(await validateYaml('action.yml', action, { own })).toEqual([
      "action.yml:4: Unexpected value 'node99'",
    ]);
    expect(await validateYaml('action.yml', action.replace('node99', 'node24'), { own })).toEqual([]);
    const text = workflow('- run: echo "$X"', '  env: { X: "${{ githbu.sha }}" }');
    expect(await validateYaml(place, text, { own })).toEqual([expect.stringContaining('githbu')]);
  });
});

describe("the project's rules for workflows", () => {
  test.each([
    'actions/checkout@v7',
    `actions/checkout@${PIN}`,
    `actions/checkout@${PIN.slice(1)} # v7.0.1`,
    'docker://alpine',
  ])('reject %s, because it is not a commit with its version in a comment', (uses) => {
    expect(workflowProblems(place, workflow(`- uses: ${uses}`))).toHaveLength(1);
  });

  test('reject an expression inside a shell script', () => {
    const text = workflow('- run: echo ${{ github.event.head_commit.message }}');
    expect(workflowProblems(place, text)).toEqual([expect.stringContaining('hand it over through env')]);
  });

  test('require permissions, a concurrency group and a time limit', () => {
    expect(
      findHouseRuleProblems(place, 'on: push\njobs:\n  a:\n    runs-on: x\n    steps: []\n'),
    ).toHaveLength(3);
  });

  test.each(['', '  with: { persist-credentials: true }', "  with: { path: 'x' }"])(
    "require that no checkout stores the job's token (%s)",
    (given) => {
      const text = workflow(`- uses: actions/checkout@${PIN} # v7.0.1`, ...(given === '' ? [] : [given]));
      expect(findHouseRuleProblems(place, text)).toEqual([
        expect.stringContaining('persist-credentials: false'),
      ]);
      const mirrored = text.replace('actions/checkout', 'Actions/Checkout');
      expect(findHouseRuleProblems(place, mirrored)).toHaveLength(1);
    },
  );

  test("accept this project's workflows at a version tag, and need no time limit for a job that calls a workflow", () => {
    const text = (uses: string, secrets = '{ a: b }') =>
      `on: push\npermissions: {}\nconcurrency: { group: a }\njobs:\n  a:\n    uses: ${uses}\n    secrets: ${secrets}\n`;
    const own = 'OWNER/agent-deploy/.github/workflows/reusable-deploy.yml@v0';
    expect([...workflowProblems(place, text(own)), ...findHouseRuleProblems(place, text(own))]).toEqual([]);
    expect(workflowProblems(place, text('o/r/.github/workflows/a.yml@v1'))).toHaveLength(1);
    expect(workflowProblems(place, text(own, 'inherit'))).toEqual([
      expect.stringContaining('hands over every secret'),
    ]);
  });

  test('require that a reusable workflow declares its whole interface, and uses an input in its concurrency group', () => {
    const reusable = (call: string, group = "'a-${{ inputs.a }}'", on = '') =>
      `on:\n  workflow_call: ${call}\n${on}permissions: {}\nconcurrency: { group: ${group} }\njobs: {}\n`;
    const sound = reusable('{ inputs: { a: { description: b, type: string, required: true } } }');
    const file = '.github/workflows/reusable-x.yml';
    expect(findHouseRuleProblems(file, sound)).toEqual([]);
    expect(findHouseRuleProblems(place, sound)).toEqual([expect.stringContaining('starts with reusable-')]);
    expect(
      findHouseRuleProblems(file, 'on: push\npermissions: {}\nconcurrency: { group: a }\njobs: {}\n'),
    ).toEqual([expect.stringContaining('not called by workflow_call')]);
    expect(
      findHouseRuleProblems(
        file,
        reusable('{ inputs: { a: { type: string } }, secrets: { s: }, outputs: { o: { value: v } } }'),
      ),
    ).toEqual([
      expect.stringContaining('inputs.a has no description'),
      expect.stringContaining('secrets.s has no description'),
      expect.stringContaining('outputs.o has no description'),
      expect.stringContaining('inputs.a is neither required nor has a default'),
    ]);
    expect(findHouseRuleProblems(file, reusable('{}', 'a', '  push:\n'))).toEqual([
      expect.stringContaining('workflow_call alone'),
      expect.stringContaining('concurrency group'),
    ]);
  });
});

describe('the files of this repository', () => {
  // docs/security.md#checkout-our-workflows-examples
  test("contain no checkout that stores the job's token, in workflows, docs or the README", () => {
    const pages = [
      'README.md',
      ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => path.join('docs', name)),
    ];
    const shown = pages.flatMap((page) =>
      [...readFileSync(path.join(root, page), 'utf8').matchAll(/^```ya?ml\n([\s\S]*?)^```/gm)].flatMap(
        ([, block = '']) =>
          block
            .split(/^ *- /m)
            .filter((step) => step.startsWith('uses: actions/checkout'))
            .map((step) => ({ page, step })),
      ),
    );
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.filter(({ step }) => !/persist-credentials: false/.test(step))).toEqual([]);
  });

  // docs/security.md#our-workflows-pin-every
  test('pass the validator and the rules, including every action.yml and the workflows in the docs', async () => {
    const { problems, run, shown } = await checkRepository(root);
    expect(problems).toEqual([]);
    expect(run.map((name) => path.basename(name))).toEqual(
      expect.arrayContaining(['check-dist.yml', 'ci.yml', 'release.yml', 'self-test.yml']),
    );
    expect(shown.length).toBeGreaterThan(0);
  });
});
