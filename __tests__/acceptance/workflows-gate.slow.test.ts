import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { gateReportSchema } from '../../src/contract/gate-report.ts';
import { type Artifacts, useArtifacts } from './support/artifacts.ts';
import { jobs, messagesOf, outputs, useExamples } from './support/examples.ts';
import { useTestEnvironment } from './support/environment.ts';
import { obedientAgent } from './support/verify.ts';

const world = useTestEnvironment({ runtime: 'process' });
const examples = useExamples(world, { real: true });
const createArtifacts = useArtifacts();

const CASES = Array.from({ length: 12 }, (_, index) =>
  JSON.stringify({
    name: `greeting ${index + 1}`,
    message: `hi ${index + 1}`,
    expect: { 'last-message': '^one: ' },
  }),
).join('\n');

// docs/gate.md#second-attempt
test('the example workflow gated-pull-request.yml compares a preview with production, and stores its reports for the next attempt', async () => {
  const repository = await examples.repository({
    ...obedientAgent('one'),
    'evals/cases.jsonl': `${CASES}\n`,
  });
  const pushed = await examples.run('push.yml', repository, { event: await repository.pushed() });
  expect([jobs(pushed), messagesOf(pushed)]).toEqual([{ deploy: 'success' }, []]);

  await repository.git.git('switch', '--quiet', '--create', 'topic');
  const open = async (version: string) => {
    await repository.git.commit(obedientAgent(version), `Change the agent to ${version}`);
    await repository.hub.importGit(repository.git.dir);
    return repository.git.head();
  };
  // GitHub's merge commit does not exist in this repository, so the head replaces it.
  let sha = await open('one');
  const { number } = repository.hub.addPullRequest({ head: { ref: 'topic' } });
  const run = async (action: string, artifacts: Artifacts, attempt = 1) =>
    examples.run('gated-pull-request.yml', repository, {
      event: { ...repository.hub.events.pullRequest(number, { action }), sha },
      repository: repository.git.dir,
      github: { runId: artifacts.runId, attempt },
      wrap: (own) => (uses) => artifacts.actions(uses) ?? own(uses),
    });
  const reportOf = async (artifacts: Artifacts) =>
    gateReportSchema.parse(
      JSON.parse(await readFile(path.join(artifacts.folderOf('gate-my-agent'), 'report.json'), 'utf8')),
    );

  const same = await createArtifacts();
  const opened = await run('opened', same);
  expect([messagesOf(opened), jobs(opened)]).toEqual([[], { preview: 'success' }]);
  expect(await same.list()).toEqual({
    'gate-my-agent': ['answers.json', 'junit.xml', 'report.html', 'report.json'],
  });
  expect(await reportOf(same)).toMatchObject({ verdict: 'same', totals: { answers: 24 } });
  const again = await run('opened', same, 2);
  expect(jobs(again)).toEqual({ preview: 'success' });
  expect(await reportOf(same)).toMatchObject({ verdict: 'same', totals: { answers: 48 } });

  sha = await open('another');
  const worse = await createArtifacts();
  const changed = await run('synchronize', worse);
  expect(jobs(changed)).toEqual({ preview: 'failure' });
  expect(outputs(changed, 'preview')).toMatchObject({ outcome: 'failed', 'reason-code': 'gate-worse' });
  expect(await reportOf(worse)).toMatchObject({ verdict: 'worse', counts: { broken: 12 } });
  expect(
    repository.hub.comments(number).map(({ body }) => body.includes('12 of 12 cases are broken')),
  ).toEqual([true]);

  const none = await createArtifacts();
  repository.hub.closePullRequest(number);
  const closed = await run('closed', none);
  expect([messagesOf(closed), outputs(closed, 'preview')]).toEqual([
    [],
    expect.objectContaining({ outcome: 'torn-down' }),
  ]);
  expect(await none.list()).toEqual({});
});
