import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { pullRequestEvent } from '../../../harness/events.ts';
import { runWorkflow } from '../../../harness/workflow/run-workflow.ts';
import type { WorkflowOptions, WorkflowRun } from '../../../harness/workflow/types.ts';
import { printed, someFolder, somePush } from './fixture.ts';

/** Runs `main.yml`, which is one of several files in a folder. */
async function run(
  files: Record<string, string>,
  options: Partial<WorkflowOptions> = {},
): Promise<WorkflowRun> {
  const folder = await someFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return runWorkflow({
    file: path.join(folder, 'main.yml'),
    event: somePush,
    workflows: (uses) => (uses.startsWith('o/r/') ? path.join(folder, 'called.yml') : null),
    ...options,
  });
}

const HERE = './.github/workflows/called.yml';
const calling = (rest = '', top = '') =>
  `name: Main\non: [push, pull_request]\n${top}\njobs:\n  call:\n    uses: ${HERE}\n${rest
    .split('\n')
    .map((line) => `    ${line}\n`)
    .join('')}`;
const called = (offer: string, jobs: string, top = '') =>
  `on:\n  workflow_call:\n${offer}\n${top}\njobs:\n${jobs}\n`;
const INPUTS = `    inputs:
      name: { type: string, required: true }
      count: { type: number }
      fast: { type: boolean, default: true }`;
const job = (step: string, more = '') =>
  `  inner:\n    runs-on: x\n${more}    steps:\n      - ${step.replaceAll('\n', '\n        ')}\n`;

describe('a reusable workflow in the simulation', () => {
  test("gets typed inputs and the caller's event, and returns its outputs", async () => {
    const result = await run({
      'main.yml': `${calling('with: { name: "${{ github.ref_name }}", count: 3 }')}  last:
    needs: call
    runs-on: x
    steps: [ { run: "echo \${{ needs.call.result }} \${{ needs.call.outputs.said }}" } ]
`,
      'called.yml': called(
        `${INPUTS}\n    outputs: { said: { value: "\${{ jobs.inner.outputs.said }}!" } }`,
        job(
          'id: s\nrun: echo "said=$NAME-$TYPES" >> "$GITHUB_OUTPUT"; echo "$GITHUB_WORKFLOW $GITHUB_EVENT_NAME"\nenv: { NAME: "${{ inputs.name }}", TYPES: "${{ toJSON(inputs.count) }}-${{ inputs.fast && 1 || 2 }}" }',
          '    outputs: { said: "${{ steps.s.outputs.said }}" }\n',
        ),
      ),
    });
    expect(Object.keys(result.jobs)).toEqual(['call / inner', 'last']);
    expect(printed(result, 'call / inner')).toEqual(['Main push']);
    expect(printed(result, 'last')).toEqual(['success main-3-1!']);
  });

  test('can be found by reference, and called by a matrix', async () => {
    const result = await run({
      'main.yml': calling('strategy: { matrix: { n: [a, b] } }\nwith: { name: "${{ matrix.n }}" }').replace(
        HERE,
        'o/r/.github/workflows/called.yml@v1',
      ),
      'called.yml': called(INPUTS, job('run: echo ${{ inputs.name }}')),
    });
    expect(Object.keys(result.jobs)).toEqual(['call (a) / inner', 'call (b) / inner']);
    expect(printed(result, 'call (b) / inner')).toEqual(['b']);
  });

  test('gets the passed secrets or all secrets, but secrets of its environment take precedence', async () => {
    const secrets = { A: 'secret-aaaa', B: 'secret-bbbb' };
    const show = job(
      'run: printf %s "$S" | wc -c; test "$S" = "${{ inputs.want }}"\nenv: { S: "${{ secrets.A }}${{ secrets.B }}${{ secrets.C }}" }',
      '    environment: place\n',
    );
    const offer = `    inputs: { want: { type: string } }\n    secrets: { A: { required: true }, C: {} }`;
    const conclusion = async (rest: string, more: Partial<WorkflowOptions> = {}) =>
      (await run({ 'main.yml': calling(rest), 'called.yml': called(offer, show) }, { secrets, ...more }))
        .conclusion;
    const handed = 'secrets: { A: "${{ secrets.B }}" }\nwith: { want: secret-bbbb }';
    expect(await conclusion(handed)).toBe('success');
    expect(await conclusion('secrets: inherit\nwith: { want: secret-aaaasecret-bbbb }')).toBe('success');
    expect(
      await conclusion('secrets: { A: x }\nwith: { want: own-secret }', {
        environments: { place: { secrets: { A: 'own-secret' } } },
      }),
    ).toBe('success');
    const head = { branch: 'topic', sha: 'e'.repeat(40) };
    const fork = pullRequestEvent({
      number: 1,
      head,
      headRepository: { fullName: 'other/fork', fork: true },
    });
    expect(await conclusion('secrets: inherit\nwith: { want: "" }', { event: fork })).toBe('success');
  });

  test('has at most the permissions of its caller', async () => {
    const asked: object[] = [];
    const token = (permissions: object) => {
      asked.push(permissions);
      return 'ghs_token';
    };
    const all = 'permissions: { contents: read, deployments: write }';
    const plain = job('run: "true"');
    await run({ 'main.yml': calling('', all), 'called.yml': called('', plain) }, { github: { token } });
    await run(
      { 'main.yml': calling('', all), 'called.yml': called('', plain, 'permissions: { deployments: read }') },
      { github: { token } },
    );
    expect(asked).toEqual([{ contents: 'read', deployments: 'write' }, { deployments: 'read' }]);
    await expect(
      run({
        'main.yml': calling('permissions: { contents: read }', all),
        'called.yml': called('', plain, 'permissions: { deployments: write }'),
      }),
    ).rejects.toThrow("asks for 'deployments: write', but is only allowed 'deployments: none'");
  });

  test("fails the caller's jobs that need it if it fails, and is skipped together with the job that calls it", async () => {
    const files = (rest: string, step: string) => ({
      'main.yml': `${calling(rest)}  last:\n    needs: call\n    runs-on: x\n    steps: [ { run: 'true' } ]\n`,
      'called.yml': called('', job(step)),
    });
    const ends = async (rest: string, step: string) =>
      Object.values((await run(files(rest, step))).jobs).map(({ id, result }) => `${id}: ${result}`);
    expect(await ends('', 'run: "false"')).toEqual(['call / inner: failure', 'last: skipped']);
    expect(await ends("if: github.ref == 'x'", 'run: "true"')).toEqual(['call: skipped', 'last: skipped']);
  });

  test("is reported as a deadlock if it waits for its caller's concurrency group", async () => {
    const result = await run({
      'main.yml': calling('', 'concurrency: deploys'),
      'called.yml': called('', job('run: "true"'), 'concurrency: Deploys'),
    });
    expect(result.conclusion).toBe('cancelled');
    expect(result.jobs['call']?.annotations[0]?.message).toContain('a deadlock was detected');
  });

  test.each(['${{ github.ref }}', 'yes'])(
    'is rejected for a boolean input with the value %s',
    async (value) => {
      const result = await run({
        'main.yml': calling(`with: { name: x, fast: "${value}" }`),
        'called.yml': called(INPUTS, job('run: "true"')),
      });
      expect(result.jobs['call']?.annotations[0]?.message).toContain("the input 'fast'");
    },
  );

  test.each([
    ['with: { name: a, nope: b }', INPUTS, 'nope is not defined in the referenced workflow'],
    ['with: { count: 1 }', INPUTS, 'Input name is required'],
    ['secrets: { X: a }', '', 'Invalid secret, X'],
    ['', '    secrets: { X: { required: true } }', 'Secret X is required'],
    ['with: { a: "${{ secrets.A }}" }', '', "Unrecognized named-value: 'secrets'"],
  ])('is rejected before any job runs: %s (case %#)', async (rest, offer, problem) => {
    const files = { 'main.yml': calling(rest), 'called.yml': called(offer, job('run: "true"')) };
    await expect(run(files)).rejects.toThrow(problem);
  });

  test('is rejected if it does not exist, is not reusable, has an invalid name, or calls itself', async () => {
    await expect(run({ 'main.yml': calling() })).rejects.toThrow('Unable to find reusable workflow');
    const other = 'p/q/.github/workflows/a.yml@v1';
    await expect(run({ 'main.yml': calling().replace(HERE, other) })).rejects.toThrow(
      'Unable to find reusable workflow',
    );
    await expect(run({ 'main.yml': calling().replace(HERE, './ci.yml') })).rejects.toThrow(
      'Invalid workflow reference',
    );
    const plain = `on: push\njobs:\n${job('run: "true"')}`;
    await expect(run({ 'main.yml': calling(), 'called.yml': plain })).rejects.toThrow(
      'workflow_call key is not defined',
    );
    await expect(
      run({ 'main.yml': calling(), 'called.yml': called('', `  again: { uses: ${HERE} }`) }),
    ).rejects.toThrow('more than 10 workflows call each other');
  });
});

test('the GitHub double shows the environment, the URL and the result of a running job', async () => {
  const seen: unknown[] = [];
  const folder = await someFolder();
  const file = path.join(folder, 'main.yml');
  await writeFile(
    file,
    `on: push
jobs:
  a:
    runs-on: x
    environment: { name: "p-\${{ github.ref_name }}", url: "\${{ steps.s.outputs.url }}" }
    steps: [ { id: s, run: 'echo url=http://x >> "$GITHUB_OUTPUT"' } ]
  b:
    runs-on: x
    environment: { name: q, deployment: false }
    steps: [ { run: 'false' } ]
`,
  );
  await runWorkflow({
    file,
    event: somePush,
    github: {
      runId: '77',
      startJob: ({ name, environment, deployment, sha, runId }) => {
        seen.push([name, environment, deployment, sha, runId]);
        return { finish: (...end) => seen.push([name, ...end]) };
      },
    },
  });
  expect(seen).toEqual(
    expect.arrayContaining([
      ['a', 'p-main', true, somePush.sha, '77'],
      ['b', 'q', false, somePush.sha, '77'],
      ['a', 'success', 'http://x'],
      ['b', 'failure', undefined],
    ]),
  );
});
