import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Place, PLACES, readWorkflow } from '../../../harness/workflow/read.ts';
import { PERMISSIONS, tokenPermissions } from '../../../harness/workflow/schema.ts';

const read = (text: string) => readWorkflow(text, 'test.yml');
const job = (rest: string) => `on: push\njobs: { a: { runs-on: x, ${rest} } }`;
const step = (rest: string) => job(`steps: [ { ${rest} } ]`);

describe('a workflow file is refused before anything runs', () => {
  test.each([
    ['on: [', 'not YAML'],
    ['jobs: { a: { runs-on: x, steps: [ { run: a } ] } }', 'on'],
    ['on: push\njobs: {}\nenvv: {}', 'envv'],
    ['on: push\njobs: { a: { steps: [ { run: a } ] } }', 'runs-on'],
    [job('steps: []'), 'steps'],
    [job('needs: b, steps: [ { run: a } ]'), "there is no job 'b'"],
    [job('needs: a, steps: [ { run: a } ]'), 'waits for itself'],
    ['on: push\njobs: { 1a: { runs-on: x, steps: [ { run: a } ] } }', 'Invalid'],
    [
      'on: { push: { branches: [a], branches-ignore: [b] } }\njobs: { a: { runs-on: x, steps: [ { run: a } ] } }',
      'only define one of',
    ],
    [step('run: a, uses: ./'), "exactly one of 'uses' and 'run'"],
    [step('name: a'), "exactly one of 'uses' and 'run'"],
    [step('run: a, with: { x: y }'), "'with' goes with 'uses'"],
    [step('uses: ./, shell: bash'), "go with 'run' only"],
    [step('run: a, id: __x'), "identifier '__x' is invalid"],
    [job('steps: [ { run: a, id: x }, { run: b, id: X } ]'), 'more than once'],
    [step('run: a, continue-on-eror: true'), 'continue-on-eror'],
    [job('permissions: { contnets: read }, steps: [ { run: a } ]'), 'contnets'],
    // What GitHub has and this harness has not.
    [job('container: node, steps: [ { run: a } ]'), 'containers are not run'],
    [job('services: { db: { image: x } }, steps: [ { run: a } ]'), 'service containers are not run'],
    // Names that may not stand where they stand.
    [step('run: a, if: "secrets.A"'), "jobs.a.steps[0].if: Unrecognized named-value: 'secrets'"],
    [job('if: "env.A", steps: [ { run: a } ]'), "jobs.a.if: Unrecognized named-value: 'env'"],
    [job('if: "hashFiles(\'a\')", steps: [ { run: a } ]'), 'hashFiles'],
    [job('env: { A: "${{ steps.a }}" }, steps: [ { run: a } ]'), "Unrecognized named-value: 'steps'"],
    [step('run: "${{ always() }}"'), "Unrecognized function: 'always'"],
    [step('run: "${{ nope.a }}"'), "Unrecognized named-value: 'nope'"],
    ['on: push\nconcurrency: "${{ needs.a }}"\njobs: { a: { runs-on: x, steps: [ { run: a } ] } }', 'needs'],
    [step('run: "${{ github.ref "'), 'is not closed'],
  ])('%s', (text, problem) => {
    expect(() => read(text)).toThrow(problem);
    expect(() => read(text)).toThrow(/^test\.yml: /);
  });
});

test('what an expression may name is what GitHub’s own schema says, place by place', () => {
  const file = path.resolve('node_modules/@actions/workflow-parser/dist/workflow-v1.0.min.json');
  const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as {
    definitions: Record<string, { context?: string[]; mapping?: { properties: Record<string, unknown> } }>;
  };
  const theirs: Record<Place, string> = {
    'run-name': 'run-name',
    'workflow concurrency': 'workflow-concurrency',
    'workflow env': 'workflow-env',
    'workflow defaults': 'workflow-defaults-run',
    'job if': 'job-if',
    'job settings': 'string-strategy-context',
    'job strategy': 'strategy',
    'call input': 'scalar-needs-context',
    'call secret': 'scalar-needs-context-with-secrets',
    'call input default': 'workflow-call-input-default',
    'call output': 'workflow-output-context',
    'job env': 'job-env',
    'job defaults': 'job-defaults-run',
    'job outputs': 'string-runner-context',
    'environment url': 'string-runner-context-no-secrets',
    'step if': 'step-if',
    'step settings': 'step-with',
  };
  for (const [place, name] of Object.entries(theirs) as [Place, string][]) {
    const { contexts, functions } = PLACES[place];
    const named = (definitions[name]?.context ?? []).map((item) => item.replace(/\(.*/, ''));
    expect([place, [...contexts, ...Object.keys(functions)].toSorted()]).toEqual([place, named.toSorted()]);
  }
  const known = Object.keys(definitions['permissions-mapping']?.mapping?.properties ?? {});
  // Three are offered to some only.
  const rest = known.filter((name) => !PERMISSIONS.includes(name as (typeof PERMISSIONS)[number]));
  expect(rest.toSorted()).toEqual(['code-quality', 'copilot-requests', 'drives']);
  expect(PERMISSIONS.filter((name) => !known.includes(name))).toEqual([]);
});

describe('the permissions of a token', () => {
  test.each([
    ['nothing said', {}, { contents: 'read', packages: 'read' }],
    ['of the workflow', { workflow: { contents: 'read' as const } }, { contents: 'read' }],
    [
      'of the job, which stand for the workflow’s',
      { workflow: { contents: 'write' as const }, job: { deployments: 'write' as const } },
      { deployments: 'write' },
    ],
    ['none', { workflow: {} }, {}],
    ['said to be none', { job: { contents: 'none' as const, issues: 'read' as const } }, { issues: 'read' }],
    [
      'for a fork',
      { job: { contents: 'write' as const, 'id-token': 'write' as const }, readOnly: true },
      { contents: 'read' },
    ],
  ])('%s', (_name, asked, granted) => {
    expect(tokenPermissions(asked)).toEqual(granted);
  });

  test('all of them, with an identity only where it is written', () => {
    const all = tokenPermissions({ workflow: 'write-all' });
    expect(all).toMatchObject({ contents: 'write', 'id-token': 'write', models: 'read' });
    expect(tokenPermissions({ workflow: 'read-all' })).not.toHaveProperty('id-token');
    expect(tokenPermissions({ byDefault: 'permissive' })).toEqual(all);
  });
});
