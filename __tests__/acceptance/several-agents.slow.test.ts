import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type FakeGitHub, holding, startGitHub } from '../../harness/github/fake.ts';
import type { Repository } from '../../harness/github/repository.ts';
import { until } from '../../harness/until.ts';
import { parseSections } from '../../src/action/report/sections.ts';
import { type Deploy, useTestEnvironment } from './support/environment.ts';
import { someImage } from './support/images.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const PERMISSIONS = { deployments: 'write', 'pull-requests': 'write' } as const;

const fakes: FakeGitHub[] = [];
afterAll(() => Promise.all(fakes.map((github) => github.close())));

let github: FakeGitHub;
let repository: Repository;
let token: string;
beforeEach(async () => {
  github = await startGitHub();
  fakes.push(github);
  repository = github.addRepository();
  token = github.addToken({ kind: 'actions', repository: repository.fullName, permissions: PERMISSIONS });
  repository.addPullRequest({ number: 7, head: { ref: 'topic', files: { 'agent.ts': 'export {}' } } });
});

/** Returns the deploy of one agent of a matrix by the built action, on an event of pull request 7. */
function jobOf(name: string, more: Deploy = {}, action = 'opened'): Deploy {
  return {
    github: github.forRunner(token),
    secrets: [token],
    event: repository.events.pullRequest(7, { action }),
    runId: action === 'closed' ? '4712' : '4711',
    ...more,
    inputs: {
      action: 'auto',
      'deployment-name': name,
      ...(action === 'closed' ? {} : { 'image-uri': someImage() }),
      ...more.inputs,
    },
  };
}

const bodies = () => repository.comments(7).map(({ body }) => body);
const headline = () => bodies().map((body) => /### (.*)/.exec(body)?.[1]);
const agents = () =>
  Object.fromEntries(parseSections(bodies()[0] ?? '').known.map(({ agent, kind }) => [agent, kind]));

describe('the jobs of a matrix with the built action', () => {
  test('write one comment at the same time, and each job changes only its own row', async () => {
    const inputs = { paths: '**' };
    const [ok, bad, late] = ['ok', 'bad', 'late'].map((prefix) => world.name(prefix));
    if (ok === undefined || bad === undefined || late === undefined) throw new Error('three names');
    const [previewOk, previewBad, previewLate] = [`${ok}-pr-7`, `${bad}-pr-7`, `${late}-pr-7`];
    await world.emulator.setFaults([
      {
        match: { deployment: previewBad, stage: 'DEPLOYING' },
        effect: { fail: 'the image does not start' },
      },
      { match: { deployment: previewLate, stage: 'DEPLOYING' }, effect: { stall: true } },
    ]);
    // GitHub executes some requests late, so one job's request may overtake another's.
    github.faults.set([
      { match: { path: /comments/ }, when: { nth: [2, 3, 6, 8, 11] }, effect: { delay_ms: 120 } },
    ]);
    const both = Promise.all([ok, bad].map((name) => world.deploy(jobOf(name, { inputs }))));
    await Promise.all([
      both,
      world.deployCancelled({
        ...jobOf(late, { inputs }),
        when: async () => {
          await both;
          await until(async () => repository.deployments(previewLate).length > 0, 'the third job starts');
        },
      }),
    ]);
    expect(bodies()).toHaveLength(1);
    expect(agents()).toEqual({
      [previewBad]: 'failed',
      [previewLate]: 'cancelled',
      [previewOk]: 'deployed',
    });
    expect(headline()).toEqual(['🔴 1 of 3 previews is ready, 1 failed, 1 was cancelled']);

    await world.emulator.clearFaults();
    github.faults.clear();
    const again = { ...github.forRunner(token), attempt: 2 };
    for (const name of [bad, late]) await world.deploy(jobOf(name, { inputs, github: again }));
    expect(headline()).toEqual(['🟢 All 3 previews are ready']);

    repository.closePullRequest(7);
    await world.deploy(jobOf(bad, {}, 'closed'));
    expect(headline()).toEqual(['🟢 Both previews are ready, 1 was deleted']);
    for (const name of [ok, late]) await world.deploy(jobOf(name, {}, 'closed'));
    expect(headline()).toEqual(['⚪ All 3 previews were deleted']);
    expect(holding(github.journal, [token, world.emulator.apiKey])).toEqual([]);
  });

  test('show a killed job in their comment without losing the sections of the other jobs', async () => {
    const [one, two] = [world.name('one'), world.name('two')];
    await world.deploy(jobOf(one));
    await world.fault(`${two}-pr-7`, 'DEPLOYING', { stall: true });
    let pid = 0;
    await world.deploy({
      ...jobOf(two),
      onStart: (started, phase) => {
        if (phase === 'main') pid = started;
      },
      meanwhile: async (_clock, over) => {
        await until(async () => agents()[`${two}-pr-7`] === 'started', 'the second job reports its start');
        process.kill(pid, 'SIGKILL');
        await over;
      },
    });
    expect(headline()).toEqual(['🟡 1 of 2 previews is ready, 1 ended without a report']);
  });
});
