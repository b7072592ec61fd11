import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { pullRequestEvent, pushEvent, tagEvent } from '../../../harness/events.ts';
import { createRepository } from '../../../harness/git.ts';
import { withDefaults } from '../../../harness/workflow/run-workflow.ts';
import type { StandInCall } from '../../../harness/workflow/types.ts';
import { oneJob, outcomes, printed, run, someFolder } from './fixture.ts';

/** Creates a workspace with actions, each with an action.yml and other files. */
async function workspace(actions: Record<string, { manifest: unknown; files?: Record<string, string> }>) {
  const folder = await someFolder();
  for (const [name, { manifest, files = {} }] of Object.entries(actions)) {
    await mkdir(path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, name, 'action.yml'), JSON.stringify(manifest));
    for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, name, file), text);
  }
  return folder;
}
/** A node action that prints its inputs, and passes them to its post step. */
const telling = (postIf?: string) => ({
  manifest: {
    inputs: { who: { default: '${{ github.actor }}' } },
    runs: {
      using: 'node24',
      main: 'main.mjs',
      post: 'post.mjs',
      ...(postIf === undefined ? {} : { 'post-if': postIf }),
    },
  },
  files: {
    'main.mjs': `import { appendFileSync as a } from 'node:fs';
      console.log('main ' + process.env.INPUT_WHO, process.env.GITHUB_ACTION);
      a(process.env.GITHUB_STATE, 'who=' + process.env.INPUT_WHO + '\\n');
      a(process.env.GITHUB_OUTPUT, 'said=' + process.env.INPUT_WHO + '\\n');
      a(process.env.GITHUB_STEP_SUMMARY, 'main of ' + process.env.INPUT_WHO + '\\n');
      if (process.env.INPUT_WHO === 'fail') process.exit(1);`,
    'post.mjs': `console.log('post ' + process.env.STATE_who + ' ' + process.env.INPUT_WHO);`,
  },
});

describe('a node action in a simulated workflow', () => {
  test('gets its inputs and its state, and all post steps run at the end in reverse order', async () => {
    const result = await run(
      oneJob([
        'id: one\nuses: ./act',
        "uses: ./act\nwith: { who: 'two' }\nid: two",
        'uses: ./act\nwith: { who: "${{ steps.one.outputs.said }}-${{ steps.last.outputs.x }}" }',
        'id: last\nrun: echo "x=later" >> "$GITHUB_OUTPUT"; echo run',
      ]),
      { workspace: await workspace({ act: telling() }) },
    );
    expect(printed(result)).toEqual([
      'main octocat one',
      'main two two',
      'main octocat- __self',
      'run',
      // The inputs below `with:` are evaluated again for the post step.
      'post octocat- octocat-later',
      'post two two',
      'post octocat octocat',
    ]);
    const job = result.jobs['a'];
    expect(job?.steps.map(({ name, phase }) => `${phase}: ${name}`)).toEqual([
      'main: Run ./act',
      'main: Run ./act',
      'main: Run ./act',
      'main: Run echo "x=later" >> "$GITHUB_OUTPUT"; echo run',
      'post: Post Run ./act',
      'post: Post Run ./act',
      'post: Post Run ./act',
    ]);
    expect(job?.steps[1]?.log).toContain('with:\n  who: two\n');
  });

  test('has a post step with a condition on the status of the whole job', async () => {
    const folder = await workspace({ fine: telling('success()'), bad: telling('failure()'), any: telling() });
    const result = await run(
      oneJob([
        'uses: ./fine',
        'uses: ./bad',
        'uses: ./any',
        'uses: ./any\nwith: { who: fail }',
        'uses: ./any',
      ]),
      { workspace: folder },
    );
    expect(outcomes(result)).toEqual([
      'failure',
      'success',
      'success',
      'success',
      'failure',
      'skipped',
      // Outcomes of the steps fail, any, bad and fine; the skipped step has no post step.
      'success',
      'success',
      'success',
      'skipped',
    ]);
  });

  test("fails its step with the runner's message if the action is missing or invalid", async () => {
    const folder = await workspace({ broken: { manifest: { runs: { using: 'node99', main: 'x' } } } });
    const result = await run(
      oneJob([
        'continue-on-error: true\nuses: ./nowhere',
        'continue-on-error: true\nuses: ./broken',
        'run: echo on',
      ]),
      { workspace: folder },
    );
    expect(result.jobs['a']?.annotations.map((item) => item.message)).toEqual([
      expect.stringMatching(/^Can't find 'action.yml'.*Did you forget to run actions\/checkout/),
      expect.stringContaining('expected one of "node20"|"node24"'),
    ]);
    expect(printed(result)).toEqual(['on']);
  });
});

describe('an action from another repository', () => {
  test('is rejected before any job runs, unless the test maps it to a folder or a function', async () => {
    const workflow = oneJob(['run: echo never', 'uses: docker/build-push-action@v6']);
    await expect(run(workflow)).rejects.toThrow('docker/build-push-action@v6 is not here');
    await expect(run(oneJob(['uses: docker://alpine']))).rejects.toThrow('docker://alpine is not here');
  });

  test("can be mapped to a folder, which is then the action's repository", async () => {
    const folder = await workspace({ act: telling() });
    const result = await run(
      oneJob(['uses: octo-org/their-action/sub@v3\nid: x', 'run: echo "$GITHUB_ACTION_REPOSITORY." ']),
      { actions: (uses) => (uses.startsWith('octo-org/') ? { folder: path.join(folder, 'act') } : null) },
    );
    expect(printed(result)).toEqual(['main octocat x', '.', 'post octocat octocat']);
    expect(result.jobs['a']?.steps[0]?.processes[0]?.environment).toMatchObject({
      GITHUB_ACTION_REPOSITORY: 'octo-org/their-action',
      GITHUB_ACTION_REF: 'v3',
    });
  });

  test("can be mapped to a function, which gets the step's inputs and returns outputs", async () => {
    const calls: Partial<StandInCall>[] = [];
    const result = await run(
      oneJob([
        'id: build\nuses: docker/build-push-action@v6\nwith: { push: true, tags: "x:${{ github.ref_name }}" }',
        'run: echo "${{ steps.build.outputs.digest }}"',
        'uses: docker/build-push-action@v6\nwith: { tags: bad }',
      ]),
      {
        actions: () => ({
          play: ({ inputs, print, uses }) => {
            calls.push({ inputs, uses });
            if (inputs['tags'] === 'bad') throw new Error('no such builder');
            print('::notice::built');
            return { outputs: { digest: 'sha256:1' } };
          },
        }),
      },
    );
    expect(calls[0]).toEqual({
      uses: 'docker/build-push-action@v6',
      inputs: { push: 'true', tags: 'x:main' },
    });
    expect(printed(result)).toEqual(['sha256:1']);
    expect(outcomes(result)).toEqual(['failure', 'success', 'success', 'failure']);
    expect(result.jobs['a']?.annotations.map((item) => item.message)).toEqual(['built', 'no such builder']);
  });
});

describe('an action whose defaults a test changes', () => {
  test('can be tested as a copy, and inputs of a step take precedence over the changed defaults', async () => {
    const folder = await workspace({ act: telling() });
    const other = await withDefaults(path.join(folder, 'act/action.yml'), { who: 'given' });
    try {
      const result = await run(oneJob(['uses: a/b@v1', 'uses: a/b@v1\nwith: { who: me }']), {
        actions: () => ({ folder: other.folder }),
      });
      expect([result.conclusion, ...printed(result)]).toEqual([
        'success',
        'main given __a_b',
        'main me __a_b_2',
        'post me me',
        'post given given',
      ]);
      await expect(withDefaults(path.join(folder, 'act/action.yml'), { hwo: '' })).rejects.toThrow(
        "declares no input 'hwo'",
      );
    } finally {
      await other.remove();
    }
  });
});

describe('the simulated checkout action', () => {
  test("checks out only the event's commit, on its branch", async () => {
    const repository = await createRepository({ 'a.txt': 'one\n' });
    try {
      const first = await repository.head();
      const second = await repository.commit({ 'a.txt': 'two\n' });
      await repository.commit({ 'a.txt': 'three\n' });
      const steps = [
        'id: c\nuses: actions/checkout@v7',
        'run: cat a.txt; git branch --show-current; git rev-list --count HEAD; git remote get-url origin; echo "${{ steps.c.outputs.commit }}"',
      ];
      const event = pushEvent({ branch: 'main', before: first, after: second });
      const result = await run(oneJob(steps), { event, repository: repository.dir });
      expect(printed(result)).toEqual(['two', 'main', '1', `https://github.com/${event.repository}`, second]);
    } finally {
      await repository.remove();
    }
  });

  test('supports tags and pull requests, and rejects other refs', async () => {
    const repository = await createRepository({ 'a.txt': 'one\n' });
    try {
      await repository.branch('topic');
      const topic = await repository.commit({ 'a.txt': 'topic\n' });
      await repository.tag('v1');
      const look = 'run: cat a.txt; git branch --show-current; git rev-list --count HEAD';
      const workflow = oneJob(['uses: actions/checkout@v7', look]).replace('push', '[push, pull_request]');
      for (const event of [
        tagEvent({ tag: 'v1', commit: topic }),
        pullRequestEvent({ number: 7, head: { branch: 'topic', sha: topic }, mergeSha: topic }),
      ]) {
        const seen = await run(workflow, { event, repository: repository.dir });
        expect(printed(seen)).toEqual(['topic', '1']);
      }
      const wrong = await run(
        oneJob([
          'continue-on-error: true\nuses: actions/checkout@v7\nwith: { lfs: true }',
          'uses: actions/checkout@v7\nwith: { repository: other/one }',
        ]),
        { event: pushEvent({ branch: 'topic', after: topic }), repository: repository.dir },
      );
      expect(wrong.jobs['a']?.annotations.map((item) => item.message)).toEqual([
        "the model of checkout does not know 'lfs'",
        expect.stringContaining('the model of checkout knows only'),
      ]);
      expect((await run(oneJob(['uses: actions/checkout@v7']))).conclusion).toBe('failure');
    } finally {
      await repository.remove();
    }
  });
});
