import { describe, expect, test } from '@jest/globals';
import { dispatchEvent, pullRequestEvent } from '../../../harness/events.ts';
import { ConcurrencyGroups } from '../../../harness/workflow/concurrency.ts';
import { findWorkflowLeaks } from '../../../harness/workflow/report.ts';
import type { TokenPermissions } from '../../../harness/workflow/schema.ts';
import { oneJob, outcomes, printed, run, someFolder } from './fixture.ts';

const SECRET = 'hunter2-hunter2';
/** Returns a workflow with several jobs, each as a line of flow YAML. */
const jobs = (...list: string[]) => `on: push\njobs:\n${list.map((job) => `  ${job}\n`).join('')}`;
const results = async (text: string, options?: Parameters<typeof run>[1]) => {
  const result = await run(text, options);
  return [result.conclusion, ...Object.values(result.jobs).map((job) => `${job.id} ${job.result}`)];
};
const ok = "steps: [ { run: 'true' } ]";
const bad = "steps: [ { run: 'false' } ]";

describe('the jobs of a simulated workflow', () => {
  test('wait for the jobs that they need, and are skipped after a failure unless their condition allows it', async () => {
    expect(
      await results(
        jobs(
          `late: { needs: [b, c], runs-on: x, ${ok} }`,
          `a: { runs-on: x, ${ok} }`,
          `b: { needs: a, runs-on: x, ${bad} }`,
          `c: { needs: a, runs-on: x, ${ok} }`,
          `always: { needs: [late], if: always(), runs-on: x, ${ok} }`,
          `after: { needs: b, if: failure(), runs-on: x, ${ok} }`,
          `chained: { needs: after, runs-on: x, ${ok} }`,
          `judged: { needs: [a, b], if: "!cancelled() && needs.b.result == 'failure'", runs-on: x, ${ok} }`,
        ),
      ),
    ).toEqual([
      'failure',
      'late skipped',
      'a success',
      'b failure',
      'c success',
      'always success',
      'after success',
      // success() includes indirect dependencies, not only the jobs in `needs`.
      'chained skipped',
      'judged success',
    ]);
  });

  test('do not fail the run or the jobs that need them if continue-on-error is set', async () => {
    expect(
      await results(
        jobs(
          `a: { continue-on-error: true, runs-on: x, ${bad} }`,
          `b: { needs: a, if: "needs.a.result == 'success'", runs-on: x, ${ok} }`,
        ),
      ),
    ).toEqual(['success', 'a failure', 'b success']);
  });

  test('lead to a skipped run if all jobs are skipped, and fail if their `if` is invalid', async () => {
    expect(await results(jobs(`a: { if: "github.ref == 'x'", runs-on: x, ${ok} }`))).toEqual([
      'skipped',
      'a skipped',
    ]);
    const result = await run(jobs(`a: { if: fromJSON(github.ref), runs-on: x, ${ok} }`));
    expect([result.conclusion, result.jobs['a']?.annotations[0]?.message]).toEqual([
      'failure',
      'Error parsing JSON when evaluating fromJson',
    ]);
  });

  test('pass outputs to the jobs that need them, except for empty outputs and outputs that might contain a secret', async () => {
    const result = await run(
      jobs(
        `a: { runs-on: x, outputs: { url: "\${{ steps.s.outputs.url }}", none: "\${{ steps.s.outputs.x }}", key: "k-\${{ steps.s.outputs.key }}" }, steps: [ { id: s, run: 'echo url=http://x >> "$GITHUB_OUTPUT"; echo key=${SECRET} >> "$GITHUB_OUTPUT"' } ] }`,
        `b: { needs: a, runs-on: x, steps: [ { run: 'echo "\${{ needs.a.outputs.url }} \${{ needs.a.outputs.key }} \${{ toJSON(needs.a.outputs) }}."' } ] }`,
      ),
      { secrets: { KEY: SECRET } },
    );
    expect(result.jobs['a']).toMatchObject({ outputs: { url: 'http://x' } });
    expect(result.jobs['a']?.annotations.map((item) => item.message)).toEqual([
      "Skip output 'key' since it may contain secret.",
    ]);
    expect(printed(result, 'b').join('')).toBe('http://x  {  url: http://x}.');
    // The output of the step still contains the value, which is reported as a violation.
    expect(result.jobs['a']?.maskViolations).toMatchObject([
      { value: 'secrets.KEY', where: 'output', at: 's.key' },
    ]);
    expect(findWorkflowLeaks(result, [SECRET]).map(({ where }) => where)).toContain('a: output key');
  });
});

describe('the secrets of a simulated workflow', () => {
  const steps = [
    'run: echo "${{ secrets.key }} ${{ secrets.NOPE }}. ${{ secrets.GITHUB_TOKEN }} ${{ github.token }}"',
  ];

  test("are masked before the first line of the log, and so is the job's token", async () => {
    const result = await run(oneJob(steps), {
      secrets: { KEY: ` ${SECRET}\n` },
      github: { token: 'ghs_token' },
    });
    expect(printed(result)).toEqual([' ***', ' . *** ***']);
    expect(result.jobs['a']?.log).not.toMatch(/hunter2|ghs_/);
  });

  test("are withheld from Dependabot and a fork's pull request, whose token can only read", async () => {
    const asked: TokenPermissions[] = [];
    const head = { branch: 'topic', sha: 'e'.repeat(40) };
    const fork = pullRequestEvent({ number: 1, head, headRepository: { fullName: 'mallory/fork' } });
    const workflow = oneJob(steps).replace(
      'on: push',
      'on: [pull_request, pull_request_target]\npermissions: { contents: write }',
    );
    const options = {
      secrets: { KEY: SECRET },
      github: {
        token: (permissions: TokenPermissions) => {
          asked.push(permissions);
          return 'ghs_token';
        },
      },
    };
    const events = [
      fork,
      pullRequestEvent({ number: 1, head, actor: 'dependabot[bot]' }),
      pullRequestEvent({ number: 1, head, headRepository: null }),
      pullRequestEvent({ number: 1, head }),
      pullRequestEvent({
        number: 1,
        head,
        event: 'pull_request_target',
        headRepository: { fullName: 'mallory/fork' },
      }),
    ];
    const lines: string[] = [];
    for (const event of events) lines.push(...printed(await run(workflow, { ...options, event })));
    expect(lines).toEqual([' . *** ***', ' . *** ***', ' . *** ***', '*** . *** ***', '*** . *** ***']);
    expect(asked.map(({ contents }) => contents)).toEqual(['read', 'read', 'read', 'write', 'write']);
  });

  test("of an environment are available to its jobs after the reviewers' approval", async () => {
    const workflow = jobs(
      `plan: { runs-on: x, steps: [ { run: 'echo "\${{ secrets.KEY }} \${{ vars.WHERE }}"' } ] }`,
      `apply: { needs: plan, runs-on: x, environment: { name: production, url: "https://\${{ vars.WHERE }}" }, steps: [ { run: 'echo "\${{ secrets.KEY }}" | wc -c' } ] }`,
    );
    const asked: string[] = [];
    const options = (yes: boolean) => ({
      secrets: { KEY: 'short' },
      vars: { WHERE: 'here' },
      environments: {
        production: {
          secrets: { KEY: SECRET },
          vars: { WHERE: 'there' },
          approve: (job: string) => {
            asked.push(job);
            return yes;
          },
        },
      },
    });
    const approved = await run(workflow, options(true));
    expect([printed(approved, 'plan'), printed(approved, 'apply')]).toEqual([['*** here'], ['16']]);
    expect(approved.jobs['apply']?.environment).toEqual({ name: 'production', url: 'https://there' });
    expect(asked).toEqual(['apply']);
    expect(await results(workflow, options(false))).toEqual(['failure', 'plan success', 'apply failure']);
  });
});

describe('the cancellation of a simulated workflow run', () => {
  const slow = (more: string) =>
    `a: { runs-on: x, ${more} steps: [ { run: 'echo up; exec sleep 60' }, { if: cancelled(), run: 'echo cleanup' }, { if: always(), run: 'echo always' }, { run: 'echo never' } ] }`;
  const cancelOnUp = (controller: AbortController) => ({
    signal: controller.signal,
    cancelAfterMs: { terminate: 100, kill: 100 },
    onLine: (line: string) => line === 'up' && controller.abort(),
  });

  test('stops the current step, runs steps with a matching condition, and starts no other job', async () => {
    const controller = new AbortController();
    const result = await run(
      jobs(
        slow(''),
        `b: { needs: a, runs-on: x, ${ok} }`,
        `c: { needs: a, if: always(), runs-on: x, ${ok} }`,
      ),
      cancelOnUp(controller),
    );
    expect(outcomes(result)).toEqual(['cancelled', 'cancelled', 'success', 'success', 'skipped']);
    expect(printed(result)).toEqual(['up', 'cleanup', 'always']);
    expect([result.conclusion, result.jobs['b']?.result, result.jobs['c']?.result]).toEqual([
      'cancelled',
      'skipped',
      'success',
    ]);
    expect(result.jobs['a']?.annotations.map((item) => item.message)).toEqual([
      'The operation was canceled.',
    ]);
  });

  test('does not stop steps or jobs with `always()`', async () => {
    const controller = new AbortController();
    const result = await run(
      jobs(
        `a: { runs-on: x, steps: [ { if: always(), run: 'echo up; sleep 0.2; echo done' }, { run: 'echo never' } ] }`,
        `b: { if: always(), runs-on: x, steps: [ { run: 'sleep 0.3; echo whole' } ] }`,
      ),
      cancelOnUp(controller),
    );
    expect([printed(result), printed(result, 'b')]).toEqual([['up', 'done'], ['whole']]);
    expect([result.jobs['a']?.result, result.jobs['b']?.result]).toEqual(['cancelled', 'success']);
  });

  test('happens when a job exceeds its timeout', async () => {
    const result = await run(jobs(slow('timeout-minutes: 1,')), {
      minuteMs: 300,
      cancelAfterMs: { terminate: 100, kill: 100 },
    });
    expect(outcomes(result)).toEqual(['cancelled', 'cancelled', 'success', 'success', 'skipped']);
    expect(result.jobs['a']?.annotations.at(-1)?.message).toContain('maximum execution time of 1 minutes');
  });

  test('happens when a newer run starts in the same concurrency group', async () => {
    const groups = new ConcurrencyGroups();
    const workflow = (cancel: boolean, step: string) =>
      `concurrency: { group: "deploy-\${{ github.ref_name }}", cancel-in-progress: ${cancel} }\n${oneJob([step])}`;
    let up: () => void = () => {};
    const started = new Promise<void>((resolve) => (up = resolve));
    const first = run(workflow(true, 'run: echo up; exec sleep 60'), {
      groups,
      cancelAfterMs: { terminate: 100, kill: 100 },
      onLine: (line: string) => line === 'up' && up(),
    });
    await started;
    const second = await run(workflow(true, 'run: echo second'), { groups });
    expect(second).toMatchObject({
      conclusion: 'success',
      concurrency: { group: 'deploy-main', cancelInProgress: true },
    });
    expect((await first).conclusion).toBe('cancelled');
  });
});

describe('the data of a simulated workflow run', () => {
  test('includes the typed inputs of a dispatch in each context', async () => {
    const folder = await someFolder();
    const result = await run(
      `on: { workflow_dispatch: { inputs: { dry: { type: boolean, default: true }, image: { required: true } } } }
jobs: { a: { name: "Deploy \${{ inputs.image }}", if: inputs.dry, runs-on: x, steps: [ { run: 'echo "\${{ inputs.image }} \${{ github.event.inputs.dry }} \${{ inputs.dry == true }} $PWD"' } ] } }`,
      {
        event: dispatchEvent({ ref: 'refs/heads/main', sha: 'd'.repeat(40) }),
        inputs: { image: 'x:1' },
        workspace: folder,
      },
    );
    expect(result.jobs['a']?.name).toBe('Deploy x:1');
    expect(printed(result)).toEqual([`x:1 true true ${folder}`]);
  });

  test('includes the reason why an event starts no run', async () => {
    const skipped = await run('on: pull_request\njobs: { a: { runs-on: x, steps: [ { run: a } ] } }');
    expect(skipped).toMatchObject({ started: false, conclusion: 'skipped', jobs: {} });
    expect(skipped.reason).toBe("'on' does not name push");
  });
});
