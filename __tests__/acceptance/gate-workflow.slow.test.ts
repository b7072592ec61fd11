import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { programmedAgent, type ProgrammedReply } from '../../harness/agents/programmed.ts';
import type { StandInCall } from '../../harness/workflow/types.ts';
import { planInit } from '../../src/init/plan.ts';
import { memoryReader } from '../init/support/repositories.ts';
import { useTestEnvironment } from './support/environment.ts';
import { jobs, messagesOf, outputs, type RunOptions, useExamples } from './support/examples.ts';
import { questionFile, RIGHT } from './support/gate.ts';

const world = useTestEnvironment({ runtime: 'process' });
const examples = useExamples(world, { real: true });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gate-workflow-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Replaces the actions that upload files as an artifact, and download them in a later attempt. */
const withArtifacts: NonNullable<RunOptions['wrap']> = (own) => (uses) => {
  const match = /^actions\/(upload|download)-artifact@/.exec(uses);
  if (match === null) return own(uses);
  const isUpload = match[1] === 'upload';
  return {
    async play({ inputs, workspace }: StandInCall) {
      const kept = path.join(folder, 'artifacts', inputs['name'] ?? '');
      const local = path.join(workspace, inputs['path'] ?? '');
      await cp(isUpload ? local : kept, isUpload ? kept : local, { recursive: true });
      return {};
    },
  };
};

test('the workflows that init writes deploy main, and fail for a pull request that breaks a case', async () => {
  const files: Record<string, string> = {
    ...(programmedAgent([RIGHT]) as Record<string, string>),
    'evals/cases.jsonl': questionFile(20),
  };
  const planned = await planInit(memoryReader(files, { name: 'octo-org/shop', branch: 'main' }));
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  for (const { path: file, text } of planned.plan.files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  const repository = await examples.repository(files);
  const run = (workflow: string, options: RunOptions) =>
    examples.run(workflow, repository, {
      file: path.join(folder, '.github/workflows', workflow),
      repository: repository.git.dir,
      wrap: withArtifacts,
      ...options,
    });
  const pushed = await run('agent-deploy.yml', { event: await repository.pushed() });
  expect([pushed.conclusion, messagesOf(pushed)]).toEqual(['success', []]);

  const broken: ProgrammedReply = { to: '^question 7$', says: 'I do not know' };
  await repository.git.git('switch', '--quiet', '--create', 'topic');
  await repository.git.commit(programmedAgent([broken, RIGHT]), 'Shorten the prompt');
  await repository.hub.importGit(repository.git.dir);
  const { number } = repository.hub.addPullRequest({ head: { ref: 'topic' } });
  // GitHub's merge commit does not exist in this repository, so the head replaces it.
  const event = {
    ...repository.hub.events.pullRequest(number, { action: 'opened' }),
    sha: await repository.git.head(),
  };
  const github = { runId: '4711' };
  const first = await run('agent-preview.yml', { event, github });
  expect(Object.values(jobs(first))).toEqual(['failure']);
  const [job = ''] = Object.keys(first.jobs);
  expect(outputs(first, job)).toMatchObject({ 'reason-code': 'gate-worse', 'gate-verdict': 'worse' });
  expect(messagesOf(first).join('\n')).toContain('1 of 20 cases is broken');
  const bodies = () => repository.hub.comments(number).map(({ body }) => body);
  expect(bodies()).toHaveLength(1);
  expect(bodies()[0]).toContain('1 of 20 cases is broken');

  // The agent of the second attempt is the same, so the case stays broken in every attempt.
  const second = await run('agent-preview.yml', { event, github: { ...github, attempt: 2 } });
  expect(outputs(second, job)).toMatchObject({ 'gate-verdict': 'worse' });
  expect(bodies()).toHaveLength(1);
});
