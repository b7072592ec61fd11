import { describe, expect, test } from '@jest/globals';
import { gone, oneJob, outcomes, printed, run } from './fixture.ts';

describe('the steps of a simulated job', () => {
  test("run in order, share exported variables, and can read each other's results by ID", async () => {
    const result = await run(
      oneJob([
        `id: first\nrun: |\n  echo "url=http://x" >> "$GITHUB_OUTPUT"\n  echo "MINE=1" >> "$GITHUB_ENV"\n  echo "$PWD" >> "$GITHUB_PATH"`,
        `run: echo "\${{ steps.first.outputs.url }} \${{ steps.FIRST.conclusion }} $MINE \${{ env.MINE }} \${PATH%%:*}"`,
        `if: steps.first.outputs.url == 'http://y'\nrun: echo never`,
        `env: { MINE: 2 }\nrun: echo "$MINE"`,
        `run: echo "$MINE"`,
      ]),
    );
    expect(outcomes(result)).toEqual(['success', 'success', 'success', 'skipped', 'success', 'success']);
    expect(printed(result)).toEqual([expect.stringMatching(/^http:\/\/x success 1 1 \/.*work$/), '2', '1']);
  });

  test('stop after a failure, except for steps with failure() or always()', async () => {
    const result = await run(
      oneJob([
        'run: exit 3',
        'run: echo skipped',
        "if: github.ref == 'refs/heads/main'\nrun: echo skipped too",
        'if: failure()\nrun: echo "${{ job.status }}"',
        'if: always()\nrun: echo always',
        'if: success() || failure()\nrun: echo both',
        'if: cancelled()\nrun: echo never',
      ]),
    );
    expect(outcomes(result)).toEqual([
      'failure',
      'failure',
      'skipped',
      'skipped',
      'success',
      'success',
      'success',
      'skipped',
    ]);
    expect(printed(result)).toEqual(['failure', 'always', 'both']);
    expect(result.jobs['a']?.annotations).toMatchObject([
      { level: 'error', message: 'Process completed with exit code 3.', from: 'runner' },
    ]);
    expect(result.conclusion).toBe('failure');
  });

  test('can fail with continue-on-error, with a failed outcome but a successful conclusion', async () => {
    const result = await run(
      oneJob([
        'id: bad\ncontinue-on-error: true\nrun: exit 1',
        "id: worse\ncontinue-on-error: ${{ github.ref == 'refs/heads/main' }}\nrun: exit 1",
        'run: echo "${{ steps.bad.outcome }} ${{ steps.bad.conclusion }} ${{ steps.worse.conclusion }}"',
      ]),
    );
    expect(printed(result)).toEqual(['failure success success']);
    expect([result.conclusion, result.jobs['a']?.steps[0]]).toMatchObject([
      'success',
      { outcome: 'failure', conclusion: 'success' },
    ]);
  });

  test('fail with a message if an expression is invalid', async () => {
    const result = await run(
      oneJob([
        'id: x\nenv: { A: "${{ fromJSON(github.ref) }}" }\ncontinue-on-error: true\nrun: echo never',
        'if: always() && fromJSON(github.ref)\nrun: echo never',
        'if: always()\nrun: echo "${{ toJSON(fromJSON(env.NOPE)) }}"',
      ]),
    );
    expect(outcomes(result)).toEqual(['failure', 'failure', 'failure', 'failure']);
    expect(result.jobs['a']?.annotations.map((item) => item.message)).toEqual([
      'Error parsing JSON when evaluating fromJson',
      'Error parsing JSON when evaluating fromJson',
      'empty input',
    ]);
  });

  test('can leave a process to later steps, but not beyond their job', async () => {
    const result = await run(
      oneJob([
        'run: |\n  sleep 60 < /dev/null > /dev/null 2>&1 &\n  echo $! | tee pid',
        'run: kill -0 "$(cat pid)" && echo alive',
      ]),
    );
    const [pid, state] = printed(result);
    expect(state).toBe('alive');
    await expect(gone(Number(pid))).resolves.toBe(true);
  });
});

describe('the script of a step', () => {
  test("runs in the requested shell with the runner's flags", async () => {
    const result = await run(
      oneJob([
        'run: false | true; echo "no pipefail $-"',
        'shell: bash\ncontinue-on-error: true\nrun: |\n  echo one\n  false | true\n  echo two',
        'shell: sh\nrun: echo "sh ${BASH_VERSION:-}"',
        'shell: bash --noprofile {0}\nrun: |\n  false\n  echo "no -e"',
        'continue-on-error: true\nshell: nosuchshell\nrun: echo never',
        'continue-on-error: true\nshell: bash -x\nrun: echo never',
      ]),
    );
    expect(printed(result)).toEqual([
      expect.stringMatching(/^no pipefail e?h?B?e?/),
      'one',
      expect.stringMatching(/^sh/),
      'no -e',
    ]);
    expect(outcomes(result)).toEqual([
      'success',
      'success',
      'failure',
      'success',
      'success',
      'failure',
      'failure',
    ]);
    expect(result.jobs['a']?.log).toContain('bash --noprofile --norc -e -o pipefail {0}');
    expect(result.jobs['a']?.annotations.map((item) => item.message)).toEqual([
      'Process completed with exit code 1.',
      expect.stringContaining('does not contain'),
      expect.stringContaining('Invalid shell option'),
    ]);
  });

  test('runs in its working directory, or in the default directory of the job or the workflow', async () => {
    const defaults = 'defaults: { run: { shell: bash, working-directory: sub } }';
    const steps = [
      'run: mkdir -p sub deep/er\nworking-directory: .',
      'run: echo "${PWD##*/}"',
      'run: echo "${PWD##*/}"\nworking-directory: deep/er',
    ];
    expect(printed(await run(`${defaults}\n${oneJob(steps)}`))).toEqual(['sub', 'er']);
    // The defaults of the job replace all defaults of the workflow.
    const own = await run(`${defaults}\n${oneJob(steps, 'defaults: { run: { shell: sh } }')}`);
    expect(printed(own)).toEqual(['work', 'er']);
    const missing = await run(oneJob(['run: echo never\nworking-directory: nowhere']));
    expect(missing.conclusion).toBe('failure');
  });

  test('has the variables of workflow, job and step, of which the innermost take precedence', async () => {
    const result = await run(
      `env: { A: workflow, B: workflow, C: workflow }\n${oneJob(
        [
          'env: { C: step, D: "${{ env.B }} ${{ env.C }}" }\nrun: |\n  echo "$A $B $C $D"\n  env | grep -c -E \'^(INPUT_|ACTIONS_RUNTIME|STATE_)\' || true',
        ],
        'env: { B: job }',
      )}`,
    );
    expect(printed(result)).toEqual(['workflow job step job workflow', '0']);
  });

  test('is printed with shell and environment before it runs, with secrets masked', async () => {
    const result = await run(
      oneJob(['env: { KEY: "${{ secrets.KEY }}" }\nrun: |\n  echo one\n  echo "key $KEY"']),
      { secrets: { KEY: 'hunter2-hunter2' } },
    );
    expect(result.jobs['a']?.steps[0]?.log.split('\n')).toEqual([
      '##[group]Run echo one',
      '\u001b[36;1mecho one\u001b[0m',
      '\u001b[36;1mecho "key $KEY"\u001b[0m',
      'shell: bash -e {0}',
      'env:',
      '  KEY: ***',
      '##[endgroup]',
      'one',
      'key ***',
    ]);
  });
});
