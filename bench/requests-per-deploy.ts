import path from 'node:path';
import { plainAgent } from '../harness/agents/fixtures.ts';
import { startEmulator, type EmulatorHandle } from '../harness/emulator.ts';
import type { RunnerEvent } from '../harness/events.ts';
import { createRepository, type FixtureRepository } from '../harness/git.ts';
import { startGitHub, type FakeGitHub } from '../harness/github/fake.ts';
import type { Repository } from '../harness/github/repository.ts';
import { runAction } from '../harness/runner/run-action.ts';
import { ROOT } from './support/deploys.ts';
import type { Measurement } from './support/measure.ts';

const NAME = 'octo-org/agent';

/**
 * Minimum number of requests of each flow, with the reasons. Polls of a revision in progress are counted separately.
 */
const MINIMUM = {
  // Control plane: find the name, choose the Git integration, POST, and verify that the deployment uses the DEPLOYED
  // revision. GitHub: check whether this run has a deployment, create one, set in_progress, set success.
  create: { plane: 4, github: 4 },
  // Control plane: find the name, list the revisions to distinguish the run's revision from earlier revisions, PATCH,
  // and verify the switch. GitHub: the same requests as for a create, and set the previous deployment to inactive,
  // which does not happen automatically in production.
  patch: { plane: 4, github: 5 },
  // Control plane: find the name, and list the revisions, because the deployment itself does not contain the active
  // commit. GitHub: nothing to report.
  unchanged: { plane: 2, github: 0 },
  // Control plane: find the base with the inherited settings, find the preview, POST, and verify the switch. GitHub:
  // in addition to the four requests, check before and after that the pull request is still open, find the comment,
  // create it, and complete it.
  'preview, first': { plane: 4, github: 9 },
  // Control plane: read the base, the preview and its revisions, PATCH, and verify the switch. GitHub: the comment
  // exists, and the previous deployment becomes inactive.
  'preview, updated': { plane: 5, github: 9 },
  // Control plane: find the preview, DELETE, and verify that it is gone. GitHub: find and change the comment, find
  // both deployments, set the active one to inactive, and delete both.
  teardown: { plane: 3, github: 6 },
};
type Flow = keyof typeof MINIMUM;

interface Counts {
  plane: number;
  looks: number;
  github: number;
}

interface Stage {
  emulator: EmulatorHandle;
  github: FakeGitHub;
  hub: Repository;
  git: FixtureRepository;
}

/**
 * Runs the built action once, and counts its requests to both services. Throws with the action's log if the run does
 * not end as expected.
 */
async function count(
  { emulator, github, git }: Stage,
  event: RunnerEvent,
  outcome: string,
  token: string,
): Promise<Counts> {
  const [mark, before] = [await emulator.journalMark(), github.journal.length];
  const run = await emulator.clock.during(({ nodeArguments, env }) =>
    runAction({
      actionYml: path.join(ROOT, 'action.yml'),
      event,
      github: github.forRunner(token),
      nodeArguments,
      env,
      inputs: {
        'api-key': emulator.apiKey,
        'workspace-id': emulator.workspaceId,
        'control-plane-url': emulator.urls.controlPlane,
        'deployment-name': 'agent',
        'repo-url': git.url,
      },
    }),
  );
  if (run.outputs['outcome'] !== outcome) {
    throw new Error(`the run ended with ${run.outputs['outcome']}, not ${outcome}:\n${run.log}`);
  }
  const asked = (await emulator.journal(mark)).filter(({ surface }) => surface === 'control-plane');
  const looks = asked.filter(({ method, path: at }) => method === 'GET' && /\/revisions\/[^/]+$/.test(at));
  if (process.env['BENCH_SHOW'] !== undefined) {
    for (const { method, path: at } of asked) console.log(`    ${method} ${at}`);
    for (const entry of github.journal.slice(before)) {
      console.log(`    GitHub: ${entry.method} ${entry.path}`);
    }
  }
  return {
    plane: asked.length - looks.length,
    looks: looks.length,
    github: github.journal.length - before,
  };
}

async function runAll(stage: Stage, token: string): Promise<Record<Flow, Counts>> {
  const { git, hub } = stage;
  const push = async (ref: string): Promise<RunnerEvent> => {
    const moved = (await hub.importGit(git.dir)).find((item) => item.ref === `refs/heads/${ref}`);
    if (moved === undefined) throw new Error(`${ref} has not moved`);
    return hub.events.push(moved);
  };
  const created = await count(stage, await push('main'), 'deployed', token);
  await git.commit({ 'README.md': 'one\n' });
  const pushed = await push('main');
  const patched = await count(stage, pushed, 'deployed', token);
  const unchanged = await count(stage, pushed, 'unchanged', token);
  await git.git('checkout', '-q', '-b', 'topic');
  await git.commit({ 'README.md': 'two\n' });
  await push('topic');
  hub.addPullRequest({ number: 7, head: { ref: 'topic' } });
  const first = await count(stage, hub.events.pullRequest(7, { action: 'opened' }), 'deployed', token);
  await git.commit({ 'README.md': 'three\n' });
  await push('topic');
  const updated = await count(stage, hub.events.pullRequest(7, { action: 'synchronize' }), 'deployed', token);
  hub.closePullRequest(7);
  const gone = await count(stage, hub.events.pullRequest(7, { action: 'closed' }), 'torn-down', token);
  return {
    create: created,
    patch: patched,
    unchanged,
    'preview, first': first,
    'preview, updated': updated,
    teardown: gone,
  };
}

/**
 * Compares the number of the built action's requests to the control plane and to GitHub with the minimum number, by
 * flow.
 */
export async function measure(): Promise<Measurement> {
  const emulator = await startEmulator({ runtime: 'stub', clock: 'virtual' });
  const github = await startGitHub();
  const git = await createRepository(plainAgent());
  try {
    const hub = github.addRepository({ fullName: NAME, files: null });
    const token = github.addToken({
      kind: 'actions',
      repository: NAME,
      permissions: { contents: 'read', deployments: 'write', 'pull-requests': 'write' },
    });
    const counts = await runAll({ emulator, github, hub, git }, token);
    const flows = Object.entries(counts) as [Flow, Counts][];
    const ours = flows.map(([, { plane, github: hubs }]) => plane + hubs);
    const least = flows.map(([flow]) => MINIMUM[flow].plane + MINIMUM[flow].github);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      claim:
        'a run asks little more than it has to know (the comments of this bench say why each minimum is one)',
      sides: [
        { name: 'requests of a run, looks aside', unit: '', samples: ours },
        { name: 'the fewest that would do', unit: '', samples: least },
      ],
      ratio: { name: 'all flows, of the minimum', value: sum(ours) / sum(least), aim: { atMost: 1.25 } },
      figures: flows.flatMap(([flow, { plane, looks, github: hubs }]) => [
        { name: `${flow}: control plane`, value: plane, unit: '', aim: MINIMUM[flow].plane },
        { name: `${flow}: looks at the revision`, value: looks, unit: '' },
        { name: `${flow}: GitHub`, value: hubs, unit: '', aim: MINIMUM[flow].github },
      ]),
    };
  } finally {
    await Promise.all([emulator.stop(), github.close(), git.remove()]);
  }
}
